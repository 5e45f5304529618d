import type { startPasskey, startPasskeySignIn } from '@ledgerline/contract/auth/two-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';

type ChallengeOptions = ReplyOf<typeof startPasskeySignIn>['data']['question'];
type CreationOptions = ReplyOf<typeof startPasskey>['data']['order'];

/** Whether this browser supports passkeys at this URL: a host name, over https or on localhost. */
export function canUsePasskeys(): boolean {
  const isIpAddress = /^\[|^[\d.]+$/.test(location.hostname);
  return window.isSecureContext && 'PublicKeyCredential' in window && !isIpAddress;
}

const NOT_USED = 'No passkey was used. Please try again, or choose another way.';
const ALREADY_STORED = 'This device already has a passkey for the portal.';

/** Requests a passkey from the browser; reports when the user cancels. */
export async function answerWithPasskey(question: ChallengeOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return withPasskeyErrors(() => startAuthentication({ optionsJSON: question }));
}

/** Lets the browser create a passkey. */
export async function createPasskey(order: CreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return withPasskeyErrors(() => startRegistration({ optionsJSON: order }));
}

/** Browsers deliberately reveal only the kind of the error; their messages are for developers. */
async function withPasskeyErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    console.warn('the browser returned no passkey', error);
    const isStored = error instanceof Error && error.name === 'InvalidStateError';
    throw new Error(isStored ? ALREADY_STORED : NOT_USED, { cause: error });
  }
}
