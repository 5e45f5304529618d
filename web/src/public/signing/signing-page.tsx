import { openSigning, type Signing } from '@ledgerline/contract/signing/endpoints';
import { useCallback, useEffect, useState } from 'react';
import { recordSigningActivity } from '../../lib/activity.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { signingCaller } from '../api.ts';
import { warmUpViewer } from '../document-pages.tsx';
import { FailedPage } from '../failed-page.tsx';
import { LoadingPage } from '../loading-page.tsx';
import { MessagePage } from '../message-page.tsx';
import { ReturnLink } from '../return-path.tsx';
import { SessionNext } from '../secure/session-next.tsx';
import { type Failure, failureOf } from '../session/link-error.ts';
import { signedFormLinkId, signingOrigin } from '../session/return-path.ts';
import { visit } from '../session/visit.ts';
import { SignedCopy } from '../signed/signed-copy.tsx';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import { SigningScreen } from './signing-screen.tsx';
import { isTicketExpired, useTicket } from './use-ticket.ts';

// Load the viewer while the ticket is being read.
warmUpViewer();

/** /signing/{ticket}: where client and advisor sign with the built-in e-signature. */
export function SigningPage({ ticket }: { ticket: string }) {
  const { suggestLanguage } = useMessages();
  const withTicket = useTicket(ticket);
  const [opened, setOpened] = useState<Signing | 'loading' | Failure | 'over' | 'none'>('loading');
  /** Each opening starts with a new screen. */
  const [openings, setOpenings] = useState(0);
  const open = useCallback(async () => {
    setOpened('loading');
    setOpenings((count) => count + 1);
    try {
      const { data } = await withTicket((current) => signingCaller(current)(openSigning));
      if (data.language) suggestLanguage(data.language);
      if (data.signer === 'advisor') recordSigningActivity();
      setOpened(data);
    } catch (error) {
      console.warn('the document could not be opened', error);
      // 404: this installation's documents are signed elsewhere.
      setOpened(isNotFound(error) ? 'none' : isTicketExpired(error) ? 'over' : failureOf(error));
    }
  }, [withTicket, suggestLanguage]);
  useEffect(() => {
    void open();
  }, [open]);

  if (opened === 'loading') return <LoadingPage />;
  if (opened === 'failed' || opened === 'away')
    return <FailedPage failure={opened} onRetry={() => void open()} />;
  if (opened === 'over') return <TicketExpired />;
  if (opened === 'none') return <MessagePage title="notFoundTitle" text="notFoundText" />;
  if (opened.state !== 'ready') return <SigningEnded signing={opened} onRetry={() => void open()} />;
  return (
    <SigningScreen
      key={openings}
      withTicket={withTicket}
      signing={opened}
      onTicketExpired={() => setOpened('over')}
      onChanged={() => void open()}
    />
  );
}

const MESSAGES: Record<Exclude<Signing['state'], 'ready'>, { title: TextKey; text: TextKey }> = {
  waiting: { title: 'signWaitTitle', text: 'signWaitText' },
  signed: { title: 'signDoneTitle', text: 'signDoneText' },
  completed: { title: 'signDoneTitle', text: 'signDoneText' },
  declined: { title: 'signDeclinedTitle', text: 'signDeclinedText' },
  voided: { title: 'signVoidedTitle', text: 'voidedText' },
};

/** Explains why there is nothing to sign. */
function SigningEnded({ signing, onRetry }: { signing: Signing; onRetry: () => void }) {
  const { text } = useMessages();
  const { state, agent_name } = signing;
  if (state === 'ready') return null;
  return (
    <MessagePage
      {...MESSAGES[state]}
      values={{ agent: agent_name ?? text('yourAgent') }}
      isGood={state === 'signed' || state === 'completed' || state === 'waiting'}
      {...(state === 'waiting' ? { mark: 'clock' as const } : {})}
    >
      {state === 'waiting' && (
        <button type="button" className="button primary" onClick={onRetry}>
          {text('checkAgain')}
        </button>
      )}
      {state === 'waiting' ? <ReturnLink /> : <SessionNext />}
      {state === 'completed' && signing.signer === 'client' && <SignedCopy formLinkId={signedFormLinkId()} />}
    </MessagePage>
  );
}

/** The ticket has expired or is invalid. */
function TicketExpired() {
  const { text } = useMessages();
  const origin = signingOrigin(window.location.pathname);
  return (
    <MessagePage title="ticketTitle" text={origin === null ? 'ticketLink' : 'ticketText'}>
      {origin !== null && (
        <button type="button" className="button primary" onClick={() => visit(origin, { replace: true })}>
          {text('ticketOpen')}
        </button>
      )}
      <ReturnLink />
    </MessagePage>
  );
}
