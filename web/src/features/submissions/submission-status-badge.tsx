import type { SubmissionCategory } from '@ledgerline/contract/rules';
import { Badge } from '@mantine/core';

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

/** A submission's display status as a word with its hue. */
export function SubmissionStatusBadge({ status, category }: SubmissionStatusBadgeProps) {
  return (
    <Badge variant="light" color={HUES[category]} radius="sm" tt="none" fw={500}>
      {status}
    </Badge>
  );
}
