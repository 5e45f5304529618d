import type { confirmSigning, SigningOutcome } from '@ledgerline/contract/signing/endpoints';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import type { LightEndpoint } from '../../lib/light-endpoints.ts';
import { openCall } from '../api.ts';
import { MessagePage } from '../message-page.tsx';
import { poll } from '../poll.ts';
import { visit } from '../session/visit.ts';
import { agentPath, agentToken } from './agent-path.ts';
import { NotSigned } from './not-signed.tsx';
import { ContinueStep, ReturnStep, SignedSteps } from './signed-steps.tsx';

interface ReturnPageProps {
  isSigned: boolean;
  event: string | null;
  formId: number | null;
  mark: string;
}

/**
 * /signed and /agent-signing-complete after signing at another host. Claims in the address are untrusted;
 * the page confirms a signature only once the provider has. Then agents continue to the session (decisions C5, C8).
 */
export function ReturnPage({ isSigned, event, formId, mark }: ReturnPageProps) {
  const outcome = useOutcome(mark);
  const portalPath = useAgentPath(formId);
  const isConfirmed = outcome === 'signed';
  useEffect(() => {
    if (isConfirmed && portalPath !== null) visit(portalPath, { replace: true });
  }, [isConfirmed, portalPath]);

  // The same live region as while waiting, so that the confirmation is announced.
  if (isConfirmed)
    return (
      <MessagePage title="signedTitle" text="signedText" isGood>
        <SignedSteps portalPath={portalPath} />
      </MessagePage>
    );
  if (outcome === 'declined') return <NotSigned event="decline" portalPath={portalPath} />;
  if (outcome === 'voided')
    return (
      <MessagePage title="signVoidedTitle" text="notSignedText">
        <ContinueStep portalPath={portalPath} />
      </MessagePage>
    );
  if (!isSigned) return <NotSigned event={event} portalPath={portalPath} />;
  if (outcome === 'unknown')
    return (
      <MessagePage title="returnUnknownTitle" text="returnUnknownText">
        <ReturnStep portalPath={portalPath} />
      </MessagePage>
    );
  return (
    <MessagePage title="returnWaitTitle" text="returnWaitText" isGood mark="clock">
      <ReturnStep portalPath={portalPath} />
    </MessagePage>
  );
}

/** Where a signed-in agent continues; null for clients, and until it is known. */
function useAgentPath(formId: number | null): string | null {
  const [token] = useState(agentToken);
  const [path, setPath] = useState<string | null>(null);
  useEffect(() => {
    if (token === null) return;
    let isGone = false;
    void agentPath(token, formId).then((found) => {
      if (!isGone) setPath(found);
    });
    return () => {
      isGone = true;
    };
  }, [token, formId]);
  return path;
}

const POLL_MS = 3000;
/** On some polls the server queries the provider; on the others it reads its own state. */
const POLLS_PER_QUERY = 5;
/** Polling ends after two minutes; by then the page has told the visitor that they can leave. */
const MAX_POLLS = 40;

type Outcome = SigningOutcome | 'unknown';

/** The outcome confirmed by the provider, polled for a while. `unknown` means an invalid return token. */
function useOutcome(mark: string): Outcome {
  const [outcome, setOutcome] = useState<Outcome>('waiting');
  useEffect(() => {
    return poll({
      tries: MAX_POLLS,
      pauseMs: POLL_MS,
      request: (count) => pollOnce(mark, count % POLLS_PER_QUERY === 0),
      receive(found) {
        if (found !== 'waiting') setOutcome(found);
        return found === 'waiting';
      },
    });
  }, [mark]);
  return outcome;
}

async function pollOnce(state: string, ask: boolean): Promise<Outcome> {
  try {
    return (await openCall(CONFIRM_SIGNING, { body: { state, ask } })).outcome;
  } catch (error) {
    console.warn('the signing outcome could not be loaded', error);
    return error instanceof ApiError && [400, 401, 404].includes(error.status ?? 0) ? 'unknown' : 'waiting';
  }
}

/** Declared without schemas; a test compares it to the contract. */
export const CONFIRM_SIGNING: LightEndpoint<typeof confirmSigning> = {
  method: 'POST',
  path: '/esign/return',
};
