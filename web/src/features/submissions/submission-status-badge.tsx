import type { SubmissionCategory } from '@ledgerline/contract/rules';
import { LabelBadge } from '../../components/ui/label-badge.tsx';

const HUES: Record<SubmissionCategory, string> = {
  alert: 'yellow',
  new: 'blue',
  in_progress: 'blue',
  complete: 'green',
  voided: 'gray',
};

interface SubmissionStatusBadgeProps {
  status: string;
  category: SubmissionCategory;
}

/** A submission's display status as a colored badge. */
export function SubmissionStatusBadge({ status, category }: SubmissionStatusBadgeProps) {
  return <LabelBadge hue={HUES[category]}>{status}</LabelBadge>;
}
