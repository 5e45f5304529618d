import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useAgent } from '../../features/agents/api.ts';
import { useClient } from '../../features/clients/api.ts';
import { useClientEmails } from '../../features/secure-links/api.ts';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';
import { SessionDetail } from '../../features/sessions/detail/session-detail.tsx';
import { SubmissionDialog } from '../../features/submissions/detail/submission-dialog.tsx';
import { SubmissionStatusBadge } from '../../features/submissions/submission-status-badge.tsx';
import { signedInAgent } from '../../lib/sign-in.ts';
import { linkClient } from './link-client.ts';
import { RequestDocuments } from './request-documents.tsx';
import { SessionInvoice } from './session-invoice.tsx';
import { sessionSender } from './session-sender.tsx';
import { submissionLinkTarget } from './submission-link-target.ts';
import { useFormCatalog } from './use-form-catalog.ts';

const route = getRouteApi('/portal/crm/clients/$clientId/sessions/$sessionId');

/** A client's session, composed of the features that own its parts. */
export function SessionPage() {
  const { clientId, sessionId } = route.useParams();
  const client = useClient(Number(clientId));
  const agent = useAgent(signedInAgent()?.id ?? 0);
  const emails = useClientEmails(Number(clientId));
  const catalog = useFormCatalog();
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const language = String(client.data?.pref_lang ?? '');
  const linkedClient = client.data ? linkClient(Number(clientId), client.data) : null;
  const tools = {
    isAdvisor: agent.data?.is_advisor,
    statusBadge: ({ display_status, category }: SubmissionRow) => (
      <SubmissionStatusBadge status={display_status} category={category} />
    ),
    emails: emails.data,
    onOpen: ({ id }: SubmissionRow) => setOpenId(id),
    sendLink: sessionSender(linkedClient, Number(sessionId)),
    requestDocuments: <RequestDocuments clientId={Number(clientId)} sessionId={Number(sessionId)} />,
    onGetLink: (form: SubmissionRow) => setTarget(submissionLinkTarget(form, language)),
  };
  return (
    <>
      <SessionDetail
        key={sessionId}
        clientId={Number(clientId)}
        sessionId={sessionId}
        clientError={client.error}
        catalog={catalog}
        tools={tools}
        invoicing={<SessionInvoice key={sessionId} sessionId={Number(sessionId)} />}
      />
      <SubmissionDialog
        submissionId={openId}
        onClose={() => setOpenId(null)}
        onGetLink={(form) => setTarget(submissionLinkTarget(form, language))}
      />
      <GetFormLinkDialog target={target} onClose={() => setTarget(null)} />
    </>
  );
}
