import type { RecurringStatus } from '@ledgerline/contract/rules';
import { LabelBadge } from '../../components/ui/label-badge.tsx';

const STYLES: Record<RecurringStatus, { hue: string; label: string }> = {
  ACTIVE: { hue: 'green', label: 'Active' },
  PAUSED: { hue: 'yellow', label: 'Paused' },
  CANCELLED: { hue: 'gray', label: 'Cancelled' },
  COMPLETED: { hue: 'blue', label: 'Completed' },
};

/** A schedule's status as a colored badge. */
export function RecurringStatusBadge({ status }: { status: RecurringStatus }) {
  const { hue, label } = STYLES[status];
  return (
    <LabelBadge hue={hue} td={status === 'CANCELLED' ? 'line-through' : 'none'}>
      {label}
    </LabelBadge>
  );
}
