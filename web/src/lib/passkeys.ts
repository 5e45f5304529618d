import type { startPasskey, startPasskeySignIn } from '@ledgerline/contract/auth/two-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';

type Question = ReplyOf<typeof startPasskeySignIn>['data']['question'];
type Order = ReplyOf<typeof startPasskey>['data']['order'];

/** Whether this browser makes passkeys at this address: with a name, and by https or on this machine. */
export function canUsePasskeys(): boolean {
  const isInFigures = /^\[|^[\d.]+$/.test(location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isInFigures;
}

const LEFT = 'No passkey was used. Please try again, or choose another way.';
const KNOWN = 'This device has a passkey for the portal already.';

/** Asks the browser for a passkey; where the person leaves its question, that is said. */
export async function answerWithPasskey(question: Question) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return withPasskeyErrors(() => startAuthentication({ optionsJSON: question }));
}

/** Lets the browser make a passkey. */
export async function createPasskey(order: Order) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return withPasskeyErrors(() => startRegistration({ optionsJSON: order }));
}

/** Browsers tell no more than the kind of what went wrong, on purpose; their sentences are for programmers. */
async function withPasskeyErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    console.warn('the browser gave no passkey', error);
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new Error(isKnown ? KNOWN : LEFT, { cause: error });
  }
}
