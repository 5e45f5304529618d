import { isDocumentRequest, isWebFormType } from '@ledgerline/contract/rules';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Skeleton } from '@mantine/core';
import { DocumentPreview } from '../../../components/pdf/document-preview.tsx';
import { ErrorState } from '../../../components/ui/loaded.tsx';
import { isNotFound } from '../../../lib/api-error.ts';
import { useSubmissionDocument } from '../api.ts';

export const NO_SIGNED_DOCUMENT = 'No signed document available';

interface SubmissionDocumentProps {
  submission: Submission;
  /** Text of a failure: the detail modal, the submission view and the viewer page differ (decisions H18). */
  failureTitle: string;
  failureText?: string;
  /** It is as tall as the screen. */
  isTall?: boolean;
}

/** The current file of a submission, in an embedded viewer. */
export function SubmissionDocument(props: SubmissionDocumentProps) {
  const { submission, failureTitle, failureText, isTall = false } = props;
  const query = useSubmissionDocument(submission);
  if (query.data && !query.isError)
    return (
      <DocumentPreview
        key={query.dataUpdatedAt}
        url={query.data.signed_url}
        mime_type={query.data.mime_type}
        name={query.data.file_name}
        isTall={isTall}
        onRetry={async () => (await query.refetch({ throwOnError: true })).data?.signed_url ?? ''}
      />
    );
  if (!query.isError) return <Skeleton height={360} role="status" aria-label="Loading the document" />;
  const missing = submission.type === 'PDF' ? 'No PDF is attached to this form yet.' : NO_SIGNED_DOCUMENT;
  const message = isNotFound(query.error) ? missing : failureText;
  return (
    <ErrorState
      title={failureTitle}
      {...(message === undefined ? {} : { message })}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

/** Web forms and Links have answers or a URL instead of a file. */
export function hasFile({
  type,
  signed_document_id,
}: Pick<Submission, 'type' | 'signed_document_id'>): boolean {
  return signed_document_id !== null || !(isWebFormType(type) || isDocumentRequest(type) || type === 'Link');
}

/** Someone has signed it. */
export function isSigned(submission: Submission): boolean {
  const { has_advisor_signature, has_client_signature, signed_document_id } = submission;
  return has_advisor_signature || has_client_signature || signed_document_id !== null;
}
