import { useEffect, useState } from 'react';
import { MessagePage } from '../message-page.tsx';
import { signedFormLinkId } from '../session/return-path.ts';
import { visit } from '../session/visit.ts';
import { agentPath, agentToken } from './agent-path.ts';
import { NextStep } from './next-step.tsx';
import { NotSigned } from './not-signed.tsx';
import { SignedCopy } from './signed-copy.tsx';
import { useOutcome } from './use-outcome.ts';

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

  if (isConfirmed)
    return (
      <MessagePage title="signedTitle" text="signedText" isGood>
        {portalPath === null && <SignedCopy formLinkId={signedFormLinkId()} />}
        <NextStep portalPath={portalPath} />
      </MessagePage>
    );
  if (outcome === 'declined') return <NotSigned event="decline" portalPath={portalPath} />;
  if (outcome === 'voided')
    return (
      <MessagePage title="signVoidedTitle" text="notSignedText">
        <NextStep portalPath={portalPath} />
      </MessagePage>
    );
  if (!isSigned) return <NotSigned event={event} portalPath={portalPath} />;
  if (outcome === 'unknown')
    return (
      <MessagePage title="returnUnknownTitle" text="returnUnknownText">
        <NextStep portalPath={portalPath} />
      </MessagePage>
    );
  return (
    <MessagePage title="returnWaitTitle" text="returnWaitText" isGood mark="clock">
      <NextStep portalPath={portalPath} />
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
