import type { Endpoint, ReplyOf } from '@ledgerline/contract/endpoint';
import { type CallInput, createCaller } from '../lib/http.ts';
import { formToken } from './session/form-token.ts';

/**
 * Calls of the public pages: only the form's own token is sent, the agent's sign-in is never read, and a 401 leads
 * nowhere but to a sentence on the page (decisions B14, B15).
 */
export function formCaller(
  formLinkId: string,
): <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<ReplyOf<E>> {
  return createCaller({ token: () => formToken(formLinkId), onUnauthorized: () => undefined });
}
