import { useEffect, useState } from 'react';
import { LoadingPage } from '../loading-page.tsx';
import { MessagePage } from '../message-page.tsx';
import { visit } from '../session/visit.ts';
import { agentPath, agentToken } from './agent-path.ts';
import { NotSigned } from './not-signed.tsx';
import { SignedSteps } from './signed-steps.tsx';

/** Events that are shown to agents; after any other event they continue automatically (decisions C6). */
const STOPS = ['cancel', 'decline', 'session_timeout', 'exception'];

interface SignedPageProps {
  isSigned: boolean;
  event: string | null;
  formId: number | null;
}

/**
 * /signed and /agent-signing-complete: agents continue to the session (decisions C5, C8), the portal around a frame is
 * notified of its address (decisions C7), clients see a thank-you. Nothing is marked as signed from here (decisions C6).
 */
export function SignedPage({ isSigned, event, formId }: SignedPageProps) {
  const [token] = useState(agentToken);
  const [sessionPath, setSessionPath] = useState<string | null>(null);
  const isFramed = window.parent !== window;
  const continues = !STOPS.includes(event ?? '');
  const isResolved = isFramed || token !== null;
  useEffect(() => {
    if (!isResolved) return;
    let isGone = false;
    void agentPath(token, formId).then((path) => {
      if (isGone) return;
      setSessionPath(path);
      if (isFramed) {
        // Require the event too: returning does not mean having signed.
        const message = { type: 'signingComplete', sessionPath: path, event };
        window.parent.postMessage(message, window.location.origin);
      } else if (continues) visit(path, { replace: true });
    });
    return () => {
      isGone = true;
    };
  }, [isResolved, isFramed, continues, token, formId, event]);

  if (isResolved && !isFramed && (continues || sessionPath === null)) return <LoadingPage />;
  const portalPath = isFramed ? null : sessionPath;
  if (isSigned)
    return (
      <MessagePage title="signedTitle" text="signedText" isGood>
        <SignedSteps portalPath={portalPath} />
      </MessagePage>
    );
  return <NotSigned event={event} portalPath={portalPath} />;
}
