import type { ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { Box, Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBell,
  IconBellOff,
  IconPlayerPause,
  type TablerIcon,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { RetryButton } from '../../components/ui/retry-button.tsx';
import { ReminderActions } from './reminder-actions.tsx';
import { bounceText, reminderText } from './reminder-text.ts';
import styles from './reminders.module.css';
import { useReminderPresses } from './use-reminder-presses.ts';
import { type RemindedItemRef, useReminders } from './use-reminders.ts';

/** When a client is next reminded of a form, session or invoice, with actions; hidden where nothing was emailed. */
export function Reminders({ of, id }: RemindedItemRef) {
  const query = useReminders({ of, id });
  if (query.data) return query.data.state !== 'none' && <Line key={`${of} ${id}`} line={query.data} />;
  if (!query.isError) return null;
  return (
    <Group gap="xs" role="alert">
      <Text size="sm" c="dimmed">
        The reminders could not be loaded.
      </Text>
      <RetryButton size="compact-xs" onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    </Group>
  );
}

function Line({ line }: { line: ReminderLine }) {
  const part = useRef<HTMLDivElement>(null);
  // A button may unmount after its action, and lose the focus.
  const presses = useReminderPresses(line, () => part.current?.focus({ preventScroll: true }));
  const bounce = bounceText(line);
  return (
    <Box ref={part} tabIndex={-1} role="group" aria-label="Reminders" className={styles.reminders ?? ''}>
      {bounce && <ReminderNote icon={IconAlertTriangle} text={bounce} isBad />}
      <div className={styles.line}>
        <ReminderNote icon={iconOf(line)} text={reminderText(line)} />
        <ReminderActions can={line.can} presses={presses} />
      </div>
      <FailureNote message={presses.failure} />
    </Box>
  );
}

function iconOf({ state, next_at }: ReminderLine): TablerIcon {
  if (state === 'paused') return IconPlayerPause;
  return next_at === null ? IconBellOff : IconBell;
}

function ReminderNote({
  icon: Icon,
  text,
  isBad = false,
}: {
  icon: TablerIcon;
  text: string;
  isBad?: boolean;
}) {
  return (
    <p className={isBad ? `${styles.text} ${styles.bounce}` : styles.text} aria-live="polite">
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
