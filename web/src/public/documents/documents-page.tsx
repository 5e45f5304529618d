import type { ClientDocumentRequest } from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { DOCUMENT_REQUEST_LINK_ID } from '@ledgerline/contract/rules';
import { useEffect, useState } from 'react';
import { applyFooterOffset } from '../../components/ui/footer-offset.ts';
import { AgentContact } from '../agent-contact.tsx';
import { formCaller } from '../api.ts';
import { usePageTitle } from '../brand.tsx';
import { Dialog } from '../dialog.tsx';
import form from '../form/fill-form.module.css';
import status from '../form/status.module.css';
import { MessagePage } from '../message-page.tsx';
import { OfflineNotice } from '../offline-banner.tsx';
import { PageFrame } from '../page-frame.tsx';
import { SessionNext } from '../secure/session-next.tsx';
import { sessionPath } from '../session/return-path.ts';
import { useMessages } from '../texts/language.tsx';
import styles from './documents-page.module.css';
import { RequestedDocument } from './requested-document.tsx';
import { useDocumentRequest } from './use-document-request.ts';

interface DocumentsPageProps {
  request: ClientDocumentRequest;
  token: string;
  onLinkLost: () => void;
}

/** Where a client photographs or uploads the documents that an agent needs, and sends them (decision 112). */
export function DocumentsPage({ request, token, onLinkLost }: DocumentsPageProps) {
  const { text, moment } = useMessages();
  const work = useDocumentRequest({
    request,
    call: formCaller(DOCUMENT_REQUEST_LINK_ID, token),
    token,
    onLinkLost,
  });
  const [isConfirming, setConfirming] = useState(false);
  usePageTitle(text('documentsTitle'));
  const agent = request.agent_name ?? request.brokerage;
  const date = moment(request.expires_at);
  if (work.sentAt !== null) return <DocumentsSent request={request} sentAt={work.sentAt} />;
  const submit = () => {
    if (!work.check()) return;
    if (work.missing.length > 0) setConfirming(true);
    else void work.send();
  };
  return (
    <PageFrame hasReturnLink>
      <div className={form.form}>
        <h1 className={styles.title}>{text('documentsTitle')}</h1>
        <p className={styles.intro}>{text('documentsIntro', { agent })}</p>
        <p className={request.expires_soon ? status.warning : status.saved}>
          {text(request.expires_soon ? 'expiresSoon' : 'documentsUntil', { date })}
        </p>
        <ul className={styles.documents}>
          {work.documents.map((document) => (
            <RequestedDocument key={document.id} document={document} agent={agent} work={work} />
          ))}
        </ul>
        <p role="status" className="hidden">
          {work.announced && text(work.announced.key, work.announced.values)}
        </p>
        <div ref={applyFooterOffset} className={form.footer}>
          <OfflineNotice message="documentsOffline" />
          <div role="alert">
            {work.problem && <p className={form.failure}>{text(work.problem.key, work.problem.values)}</p>}
          </div>
          <div className={form.buttons}>
            <button type="button" className="button primary" disabled={work.isSending} onClick={submit}>
              {text(work.isSending ? 'submitting' : 'documentsSend')}
            </button>
          </div>
        </div>
      </div>
      {isConfirming && (
        <MissingDialog
          names={work.missing}
          agent={agent}
          onClose={() => setConfirming(false)}
          onSend={() => {
            setConfirming(false);
            void work.send();
          }}
        />
      )}
    </PageFrame>
  );
}

interface MissingDialogProps {
  names: readonly string[];
  agent: string;
  onClose: () => void;
  onSend: () => void;
}

function MissingDialog({ names, agent, onClose, onSend }: MissingDialogProps) {
  const { text } = useMessages();
  return (
    <Dialog title={text('documentsMissingTitle')} onClose={onClose}>
      <p className={styles.missing}>{text('documentsMissingText', { names: names.join(', '), agent })}</p>
      <div className="buttons">
        <button type="button" className="button" onClick={onSend}>
          {text('documentsSendAnyway')}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {text('documentsAddMore')}
        </button>
      </div>
    </Dialog>
  );
}

/** Confirms that the documents were sent, and shows what is next in the session. */
function DocumentsSent({ request, sentAt }: { request: ClientDocumentRequest; sentAt: string }) {
  const { text, moment } = useMessages();
  useEffect(() => window.scrollTo({ top: 0 }), []);
  return (
    <MessagePage
      title="documentsThanksTitle"
      text="documentsThanksText"
      values={{ brokerage: request.brokerage, date: moment(sentAt) }}
      isGood
    >
      {sessionPath() === null ? <p>{text('closePage')}</p> : <SessionNext />}
      <AgentContact contact={request.contact} />
    </MessagePage>
  );
}
