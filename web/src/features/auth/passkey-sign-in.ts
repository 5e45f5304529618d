import { signInWithPasskey, startPasskeySignIn } from '@ledgerline/contract/auth/two-factor/endpoints';
import { api } from '../../lib/api.ts';
import { answerWithPasskey } from '../../lib/passkeys.ts';
import { storeSignIn } from '../../lib/sign-in.ts';

/** What the browser answers to a challenge of the server; with the ticket of a password, for the passkeys of its agent. */
export async function getPasskeyResponse(ticket?: string) {
  const challenge = (await api(startPasskeySignIn, { body: ticket ? { ticket } : {} })).data;
  return { ticket: challenge.ticket, answer: await answerWithPasskey(challenge.question) };
}

/** Both steps in one; whether a second step has to be set up still. */
export async function passkeySignIn(): Promise<boolean> {
  const passkey = await getPasskeyResponse();
  const { token, admin, has_to_set_up_factor } = await api(signInWithPasskey, { body: { passkey } });
  storeSignIn(token, admin);
  return has_to_set_up_factor === true;
}
