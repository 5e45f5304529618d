import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface SubmissionLinkProps {
  submission: Pick<SubmissionRow, 'id' | 'client_id'>;
  className?: string | undefined;
  children: ReactNode;
}

type Linked = SubmissionLinkProps['submission'];

/** The page of a submission: its client's, or the Forms area's without a client. */
export function submissionLink({ id, client_id }: Linked) {
  const submissionId = String(id);
  if (client_id === null)
    return { to: '/crm/forms/submissions/$submissionId', params: { submissionId } } as const;
  const params = { clientId: String(client_id), submissionId };
  return { to: '/crm/clients/$clientId/forms/$submissionId', params } as const;
}

export function SubmissionLink({ submission, ...rest }: SubmissionLinkProps) {
  return <Link {...submissionLink(submission)} {...rest} />;
}
