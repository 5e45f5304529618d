import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useState } from 'react';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import { RequestDocumentsDialog } from '../../features/submissions/requested-documents/request-documents-dialog.tsx';
import type { RequestDocumentsProps } from './request-documents.tsx';
import { submissionLinkTarget } from './submission-link-target.ts';

/** A new request; alone, it continues with its link. In a session, the session's link leads to it. */
export function DocumentRequest({
  onClose,
  language,
  ...request
}: RequestDocumentsProps & { onClose: () => void }) {
  const [created, setCreated] = useState<Submission | null>(null);
  if (created)
    return <GetFormLinkDialog target={submissionLinkTarget(created, language)} onClose={onClose} />;
  const isAlone = request.sessionId === undefined;
  return <RequestDocumentsDialog {...request} onClose={onClose} onCreated={isAlone ? setCreated : onClose} />;
}
