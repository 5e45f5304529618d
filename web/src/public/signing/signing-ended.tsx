import type { Signing } from '@ledgerline/contract/signing/endpoints';
import { MessagePage } from '../message-page.tsx';
import { ReturnLink } from '../return-path.tsx';
import { signedFormLinkId, signingOrigin } from '../session/return-path.ts';
import { visit } from '../session/visit.ts';
import { SignedCopy } from '../signed/signed-copy.tsx';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';

const MESSAGES: Record<Exclude<Signing['state'], 'ready'>, { title: TextKey; text: TextKey }> = {
  waiting: { title: 'signWaitTitle', text: 'signWaitText' },
  signed: { title: 'signDoneTitle', text: 'signDoneText' },
  completed: { title: 'signDoneTitle', text: 'signDoneText' },
  declined: { title: 'signDeclinedTitle', text: 'signDeclinedText' },
  voided: { title: 'signVoidedTitle', text: 'voidedText' },
};

/** Explains why there is nothing to sign. */
export function SigningEnded({ signing, onRetry }: { signing: Signing; onRetry: () => void }) {
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
      {state === 'completed' && signing.signer === 'client' && <SignedCopy formLinkId={signedFormLinkId()} />}
      <ReturnLink />
    </MessagePage>
  );
}

/** The ticket has expired or is invalid. */
export function TicketExpired() {
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
