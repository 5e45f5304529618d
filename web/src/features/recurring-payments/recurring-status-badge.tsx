import type { RecurringStatus } from '@ledgerline/contract/rules';
import { Badge } from '@mantine/core';

const LOOKS: Record<RecurringStatus, { hue: string; word: string }> = {
  ACTIVE: { hue: 'green', word: 'Active' },
  PAUSED: { hue: 'yellow', word: 'Paused' },
  CANCELLED: { hue: 'gray', word: 'Cancelled' },
  COMPLETED: { hue: 'blue', word: 'Completed' },
};

/** A schedule's state as a word with its hue. */
export function RecurringStatusBadge({ status }: { status: RecurringStatus }) {
  const { hue, word } = LOOKS[status];
  return (
    <Badge
      variant="light"
      color={hue}
      size="md"
      radius="sm"
      tt="none"
      fw={500}
      td={status === 'CANCELLED' ? 'line-through' : 'none'}
    >
      {word}
    </Badge>
  );
}
