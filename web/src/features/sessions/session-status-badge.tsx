import { SESSION_STATUSES, type SessionStatus } from '@ledgerline/contract/rules';
import { LabelBadge } from '../../components/ui/label-badge.tsx';

/** Every status has its own color (1§4). */
const HUES: Record<SessionStatus, string> = {
  Unknown: 'gray',
  'Pending Agent Signature': 'orange',
  'Pending Client Signature': 'blue',
  'Forms Signed - Payment Received': 'green',
  'Forms Signed - Pending Payment': 'violet',
  'Forms Signed - No Payment': 'cyan',
  'Forms Signed - Complete': 'lime',
};

/** A session's derived status as a colored badge. */
export function SessionStatusBadge({ status }: { status: string }) {
  const known = SESSION_STATUSES.find((label) => label === status) ?? 'Unknown';
  return <LabelBadge hue={HUES[known]}>{status}</LabelBadge>;
}
