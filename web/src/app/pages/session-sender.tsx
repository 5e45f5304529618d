import type { LinkTarget } from '../../features/secure-links/link-target.ts';
import { SendLink } from '../../features/secure-links/send-link.tsx';
import type { RenderSendLink } from '../../features/sessions/link/session-link.tsx';

/** Emails and texts the link of a session; undefined until its client is known. */
export function sessionSender(client: LinkTarget['client'], session_id: number): RenderSendLink | undefined {
  if (client === null) return undefined;
  return ({ url, title, children }) => (
    <SendLink client={client} link={{ session_id }} url={url} about={title}>
      {children}
    </SendLink>
  );
}
