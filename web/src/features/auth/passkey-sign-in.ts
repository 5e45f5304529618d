import { signInWithPasskey, startPasskeySignIn } from '@ledgerline/contract/auth/two-factor/endpoints';
import { api } from '../../lib/api.ts';
import { answerWithPasskey } from '../../lib/passkeys.ts';
import { storeSignIn } from '../../lib/sign-in.ts';

/**
 * The browser's response to the server's challenge. With a password ticket, the challenge is limited to that agent's
 * passkeys.
 */
export async function getPasskeyResponse(ticket?: string) {
  const challenge = (await api(startPasskeySignIn, { body: ticket ? { ticket } : {} })).data;
  return { ticket: challenge.ticket, answer: await answerWithPasskey(challenge.question) };
}

/** Completes sign-in in one step. Returns whether two-factor authentication must still be set up. */
export async function passkeySignIn(): Promise<boolean> {
  const passkey = await getPasskeyResponse();
  const { token, admin, has_to_set_up_factor } = await api(signInWithPasskey, { body: { passkey } });
  storeSignIn(token, admin);
  return has_to_set_up_factor === true;
}
