import type { ClientDocumentRequest } from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { useEffect } from 'react';
import { AgentContact } from '../agent-contact.tsx';
import { MessagePage } from '../message-page.tsx';
import { SessionNext } from '../secure/session-next.tsx';
import { sessionPath } from '../session/return-path.ts';
import { useMessages } from '../texts/language.tsx';

/** The documents have been sent, and what is next in the session. */
export function DocumentsSent({ request, sentAt }: { request: ClientDocumentRequest; sentAt: string }) {
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
