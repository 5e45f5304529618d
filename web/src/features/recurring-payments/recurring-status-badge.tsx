import type { RecurringStatus } from '@ledgerline/contract/rules';
import { WordBadge } from '../../components/ui/word-badge.tsx';

const LOOKS: Record<RecurringStatus, { hue: string; word: string }> = {
  ACTIVE: { hue: 'green', word: 'Active' },
  PAUSED: { hue: 'yellow', word: 'Paused' },
  CANCELLED: { hue: 'gray', word: 'Cancelled' },
  COMPLETED: { hue: 'blue', word: 'Completed' },
};

/** A schedule's status as a colored badge. */
export function RecurringStatusBadge({ status }: { status: RecurringStatus }) {
  const { hue, word } = LOOKS[status];
  return (
    <WordBadge hue={hue} td={status === 'CANCELLED' ? 'line-through' : 'none'}>
      {word}
    </WordBadge>
  );
}
