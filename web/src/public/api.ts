import { type Call, createCaller } from '../lib/http.ts';
import { formToken } from './session/form-token.ts';
import { sessionToken } from './session/return-path.ts';

/**
 * Calls of the public pages: only the form's own token is sent, the agent's sign-in is never read, and a 401 leads
 * nowhere but to a sentence on the page (decisions B14, B15).
 */
export function formCaller(formLinkId: string): Call {
  return callerWith(() => formToken(formLinkId));
}

/** Calls of the session's page. */
export const sessionCall: Call = callerWith(sessionToken);

/** Calls of one signer, whom a ticket of the built-in e-signature names. */
export function signingCaller(ticket: string): Call {
  return callerWith(() => ticket);
}

/** Calls whose address alone says what may be seen. */
export const openCall: Call = callerWith(() => null);

function callerWith(token: () => string | null): Call {
  return createCaller({ token, onUnauthorized: () => undefined });
}
