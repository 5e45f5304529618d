import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface SubmissionLinkProps {
  submission: Pick<SubmissionRow, 'id' | 'client_id'>;
  className?: string | undefined;
  children: ReactNode;
}

/** Links to a submission's page: its client's, or the Forms area's without a client. */
export function SubmissionLink({ submission, ...rest }: SubmissionLinkProps) {
  const submissionId = String(submission.id);
  if (submission.client_id === null)
    return <Link to="/crm/forms/submissions/$submissionId" params={{ submissionId }} {...rest} />;
  const params = { clientId: String(submission.client_id), submissionId };
  return <Link to="/crm/clients/$clientId/forms/$submissionId" params={params} {...rest} />;
}
