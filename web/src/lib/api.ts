import { signIn } from '@ledgerline/contract/auth/endpoints';
import { type CallerOptions, createCaller, createFileCaller, createUploader } from './http.ts';
import { clearSignIn, storedToken } from './sign-in.ts';

let leave: () => void = () => undefined;

/** The router says here how to get to the sign-in page with the current address as origin. */
export function onSignedOut(goToSignIn: () => void): void {
  leave = goToSignIn;
}

const options: CallerOptions = {
  token: storedToken,
  onUnauthorized(endpoint) {
    if (endpoint.name === signIn.name) return;
    clearSignIn();
    leave();
  },
};

/** Calls of the agents' portal: bearer token when present; a 401 clears it and leads to the sign-in page (0§6). */
export const api = createCaller(options);
export const fetchFile = createFileCaller(options);
export const upload = createUploader(options);
