import { SSO_RETURN_PATH } from './light-endpoints.ts';
import { ownAddress } from './own-url.ts';

/** Parameters that the identity provider returned. */
export interface SsoReturn {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

let returned: SsoReturn | null = null;

/**
 * Removed from the URL before anything else reads it, so that it appears in no history and no displayed, copied or
 * sent URL. Parsed by hand, since the router converts digits to numbers.
 */
export function captureSsoReturn(): void {
  const { pathname, search } = window.location;
  if (pathname !== SSO_RETURN_PATH || search === '') return;
  const sent = new URLSearchParams(search);
  const state = sent.get('state');
  returned = state === null ? null : { state, ...known(sent) };
  window.history.replaceState(window.history.state, '', SSO_RETURN_PATH);
}

function known(sent: URLSearchParams): Omit<SsoReturn, 'state'> {
  const [code, iss, error] = ['code', 'iss', 'error'].map((name) => sent.get(name));
  return { ...(code ? { code } : {}), ...(iss ? { iss } : {}), ...(error ? { error } : {}) };
}

/** Parameters this page was opened with; null after a reload. */
export function ssoReturn(): SsoReturn | null {
  return returned;
}

/** Whether it is a re-authentication in a popup; the server trusts the signature of the same value. */
export function isForReauthentication({ state }: SsoReturn): boolean {
  try {
    const claims = atob((state.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    return claims.includes('"use":"prove"');
  } catch {
    return false;
  }
}

/** Return URL after sign-in, stored in this tab during the redirect to the provider. */
const ORIGIN_KEY = 'ssoPlace';

export function storeOrigin(origin: string | undefined): void {
  if (origin) sessionStorage.setItem(ORIGIN_KEY, origin);
  else sessionStorage.removeItem(ORIGIN_KEY);
}

export function storedOrigin(): string | undefined {
  return ownAddress(sessionStorage.getItem(ORIGIN_KEY));
}

/**
 * After signing out of the portal, the agent is still signed in at the provider. So that the next person at this
 * screen is not signed in as that agent, the provider must prompt again (decision 070).
 */
const SIGNED_OUT = 'signedOut';

export function recordSignedOut(): void {
  localStorage.setItem(SIGNED_OUT, '1');
}

export function wasSignedOut(): boolean {
  return localStorage.getItem(SIGNED_OUT) !== null;
}

export function clearSignedOut(): void {
  localStorage.removeItem(SIGNED_OUT);
}

/** Message of the provider popup to the page that opened it. */
export interface ReauthenticationUpdate {
  state: string;
  /** The re-authentication ticket, or why there is none. */
  ticket?: string;
  failure?: string;
}

export const openReauthenticationChannel = () => new BroadcastChannel('sso-reauthentication');
