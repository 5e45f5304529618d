import { type CallerOptions, createCaller, createFileCaller, createUploader } from './http.ts';
import { SIGN_IN } from './light-endpoints.ts';
import { lockUntilUnlocked } from './lock.ts';
import { requestReauthentication } from './reauthentication.ts';
import { clearSignIn, storedToken } from './sign-in.ts';

let leave: () => void = () => undefined;

/** Set by the router: redirects to the sign-in page with the current URL as return URL. */
export function onSignedOut(goToSignIn: () => void): void {
  leave = goToSignIn;
}

let setUp: () => void = () => undefined;

/** Set by the router: redirects to two-factor setup with the current URL as return URL. */
export function onTwoFactorMissing(goToSetUp: () => void): void {
  setUp = goToSetUp;
}

/** Clears the sign-in and redirects to the sign-in page: the meaning of a 401 on every agent screen (0§6). */
export function endSignIn(): void {
  clearSignIn();
  leave();
}

const options: CallerOptions = {
  token: storedToken,
  onUnauthorized(endpoint, token) {
    // A wrong password must not leave the page it was typed on, nor must a late response to an older sign-in.
    if (endpoint.name !== SIGN_IN.name && token === storedToken()) endSignIn();
  },
  onReauthenticationNeeded: requestReauthentication,
  onLocked: lockUntilUnlocked,
  onTwoFactorMissing: () => setUp(),
};

/** Requests of the agent portal: bearer token when present; a 401 clears it and redirects to the sign-in page (0§6). */
export const api = createCaller(options);
export const fetchFile = createFileCaller(options);
export const upload = createUploader(options);

/** Requests of pages that work signed out, where a rejected link does not end the sign-in. */
export const openApi = createCaller({ token: () => null, onUnauthorized: () => undefined });
