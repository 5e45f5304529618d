import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useState } from 'react';
import { useClient } from '../../features/clients/api.ts';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import { RequestDocumentsDialog } from '../../features/submissions/requested-documents/request-documents-dialog.tsx';
import { submissionLinkTarget } from './submission-link-target.ts';

export interface RequestDocumentsProps {
  clientId: number;
  sessionId?: number;
}

/** Creates a request. Outside of a session, its link is shown next; in a session, the session's link leads to it. */
export function DocumentRequest({ onClose, ...request }: RequestDocumentsProps & { onClose: () => void }) {
  const client = useClient(request.clientId);
  const [created, setCreated] = useState<Submission | null>(null);
  if (created)
    return (
      <GetFormLinkDialog
        target={submissionLinkTarget(created, String(client.data?.pref_lang ?? ''))}
        onClose={onClose}
      />
    );
  const isAlone = request.sessionId === undefined;
  return <RequestDocumentsDialog {...request} onClose={onClose} onCreated={isAlone ? setCreated : onClose} />;
}
