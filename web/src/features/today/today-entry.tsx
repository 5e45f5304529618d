import { IconSun } from '@tabler/icons-react';
import { NavEntry } from '../../components/ui/link.tsx';
import { useTodayCounts } from './api.ts';
import { countText } from './today-actions.ts';
import { useTodayLive } from './use-today-live.ts';

/** On other screens the count may be a few seconds late. */
const REST_MS = 10_000;

interface TodayEntryProps {
  isHere: boolean;
  classNames: { root?: string | undefined; label?: string | undefined; count?: string | undefined };
  onNavigate?: (() => void) | undefined;
}

/** The first entry of the navigation, with the number of the agent's items that are due. */
export function TodayEntry({
  isHere,
  classNames: { count: countClass, ...classNames },
  onNavigate,
}: TodayEntryProps) {
  useTodayLive({ isOn: !isHere, restMs: REST_MS });
  const counts = useTodayCounts('me').data?.counts;
  const due = counts ? countText(counts.overdue + counts.today) : '0';
  return (
    <NavEntry
      to="/crm/today"
      label="Today"
      active={isHere}
      {...(isHere ? { 'aria-current': 'page' as const } : {})}
      {...(due === '0' ? {} : { 'aria-label': `Today, ${due} due` })}
      leftSection={<IconSun size={18} stroke={1.6} aria-hidden />}
      rightSection={due === '0' ? null : <span className={countClass}>{due}</span>}
      classNames={classNames}
      title="Today (G, then T)"
      {...(onNavigate ? { onClick: onNavigate } : {})}
    />
  );
}
