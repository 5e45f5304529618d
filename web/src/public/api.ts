import { type Call, createCaller } from '../lib/http.ts';
import { formToken } from './session/form-token.ts';
import { sessionToken } from './session/return-path.ts';

/**
 * Calls of the public pages. Only the form's own token is sent, the agent's sign-in is never read, and a 401 shows
 * a message on the page instead of redirecting (decisions B14, B15). A page that stays open passes its token: this tab may
 * store another one meanwhile.
 */
export function formCaller(formLinkId: string, token?: string): Call {
  return callerWith(() => token ?? formToken(formLinkId));
}

/** Calls of the session's page. */
export const sessionCall: Call = callerWith(sessionToken);

/** Calls of one signer, identified by a ticket of the built-in e-signature. */
export function signingCaller(ticket: string): Call {
  return callerWith(() => ticket);
}

/** Calls authorized by their address alone. */
export const openCall: Call = callerWith(() => null);

function callerWith(token: () => string | null): Call {
  return createCaller({ token, onUnauthorized: () => undefined });
}
