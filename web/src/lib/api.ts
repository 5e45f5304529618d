import { type CallerOptions, createCaller, createFileCaller, createUploader } from './http.ts';
import { SIGN_IN } from './light-endpoints.ts';
import { lockUntilProved } from './lock.ts';
import { requestReauthentication } from './reauthentication.ts';
import { clearSignIn, storedToken } from './sign-in.ts';

let leave: () => void = () => undefined;

/** The router says here how to get to the sign-in page with the current address as origin. */
export function onSignedOut(goToSignIn: () => void): void {
  leave = goToSignIn;
}

let setUp: () => void = () => undefined;

/** The router says here how to get to the screen on which a second step is set up, with the current address as origin. */
export function onTwoFactorMissing(goToSetUp: () => void): void {
  setUp = goToSetUp;
}

/** Forgets the sign-in and leads to the sign-in page: what a 401 means on every agent screen (0§6). */
export function endSignIn(): void {
  clearSignIn();
  leave();
}

const options: CallerOptions = {
  token: storedToken,
  onUnauthorized(endpoint, token) {
    // A wrong password is no reason to leave the page it was typed on, nor a late answer to an older sign-in.
    if (endpoint.name !== SIGN_IN.name && token === storedToken()) endSignIn();
  },
  onReauthenticationNeeded: requestReauthentication,
  onLocked: lockUntilProved,
  onTwoFactorMissing: () => setUp(),
};

/** Calls of the agents' portal: bearer token when present; a 401 clears it and leads to the sign-in page (0§6). */
export const api = createCaller(options);
export const fetchFile = createFileCaller(options);
export const upload = createUploader(options);

/** Calls of pages that work without a sign-in, which a refused link does not end. */
export const openApi = createCaller({ token: () => null, onUnauthorized: () => undefined });
