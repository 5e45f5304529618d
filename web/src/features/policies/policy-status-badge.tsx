import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { policyStatusLabel, RENEWAL_STATUS_LABELS } from '@ledgerline/contract/rules/policies';
import { LabelBadge } from '../../components/ui/label-badge.tsx';

const HUES: Record<string, string> = {
  Active: 'green',
  Upcoming: 'blue',
  Submitted: 'blue',
  Ended: 'yellow',
  Lapsed: 'red',
};

/** The status of a policy on a day of the brokerage. */
export function PolicyStatusBadge({ policy, today }: { policy: Policy; today: string }) {
  const label = policyStatusLabel({ ...policy, today });
  return <LabelBadge hue={HUES[label] ?? 'gray'}>{label}</LabelBadge>;
}

const RENEWAL_HUES: Record<Policy['renewal_status'], string> = {
  to_contact: 'yellow',
  in_progress: 'blue',
  renewed: 'green',
  lost: 'gray',
};

/** How far the renewal of a policy is. */
export function RenewalBadge({ status }: { status: Policy['renewal_status'] }) {
  return <LabelBadge hue={RENEWAL_HUES[status]}>{RENEWAL_STATUS_LABELS[status]}</LabelBadge>;
}
