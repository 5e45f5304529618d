import { ReturnLink } from '../return-path.tsx';
import { SessionNext } from '../secure/session-next.tsx';
import { sessionPath, signedFormLinkId } from '../session/return-path.ts';
import { useMessages } from '../texts/language.tsx';
import { SignedCopy } from './signed-copy.tsx';

interface StepProps {
  /** Where an agent continues; null for clients. */
  portalPath: string | null;
}

/** After a confirmed signature: the next step, and the signed copy. */
export function SignedSteps({ portalPath }: StepProps) {
  const { text } = useMessages();
  return (
    <>
      {portalPath === null && sessionPath() === null && <p>{text('closePage')}</p>}
      <ContinueStep portalPath={portalPath} />
      {portalPath === null && <SignedCopy formLinkId={signedFormLinkId()} />}
    </>
  );
}

/** Agents continue to the portal, clients with what is next in the session that led here. */
export function ContinueStep({ portalPath }: StepProps) {
  return portalPath === null ? <SessionNext /> : <PortalLink path={portalPath} />;
}

/** While the outcome is open, the session's state may be outdated: clients only return to their forms. */
export function ReturnStep({ portalPath, isMain = true }: StepProps & { isMain?: boolean }) {
  return portalPath === null ? <ReturnLink isMain={isMain} /> : <PortalLink path={portalPath} />;
}

function PortalLink({ path }: { path: string }) {
  const { text } = useMessages();
  return (
    <a href={path} className="button primary">
      {text('next')}
    </a>
  );
}
