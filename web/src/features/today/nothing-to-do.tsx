import type { TodayGroup } from '@ledgerline/contract/rules';
import { MOST_COUNTED } from '@ledgerline/contract/today/endpoints';
import { Button, Group } from '@mantine/core';
import { IconSun } from '@tabler/icons-react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { type TodayOwner, useTodayCounts } from './api.ts';

interface NothingToDoProps {
  owner: TodayOwner;
  onOwner: (owner: TodayOwner) => void;
}

const EMPTY_MESSAGES = {
  mine: {
    title: 'Nothing needs you today.',
    text: 'Follow-ups, tasks, forms, links and invoices that wait for you come here by themselves.',
  },
  nobody: { title: 'Nothing is unassigned.', text: 'What belongs to no agent waits here for somebody.' },
  everybody: { title: 'Nothing needs anybody today.', text: 'What waits for an agent comes here by itself.' },
};

/** The queue is empty; where others have lines, they are a press away. */
export function NothingToDo({ owner, onOwner }: NothingToDoProps) {
  const unassigned = useTodayCounts('nobody', owner !== 'nobody').data;
  const all = useTodayCounts(undefined, owner !== undefined).data;
  const choices = [
    { label: 'Unassigned', of: 'nobody' as const, count: owner === 'nobody' ? 0 : sumOf(unassigned) },
    { label: 'Everybody', of: undefined, count: owner === undefined ? 0 : sumOf(all) },
  ].filter(({ count }) => count > 0);
  const { title, text } =
    EMPTY_MESSAGES[owner === 'me' ? 'mine' : owner === 'nobody' ? 'nobody' : 'everybody'];
  return (
    <EmptyState
      title={title}
      text={text}
      icon={<IconSun size={22} aria-hidden />}
      {...(choices.length > 0
        ? {
            action: (
              <Group gap="xs" justify="center">
                {choices.map(({ label, of, count }) => (
                  <Button key={label} variant="default" onClick={() => onOwner(of)}>
                    {label} ({countText(count)})
                  </Button>
                ))}
              </Group>
            ),
          }
        : {})}
    />
  );
}

const sumOf = (counts: Partial<Record<TodayGroup, number>> | undefined): number =>
  Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);

/** Nobody counts further. */
export const countText = (count: number): string =>
  count >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
