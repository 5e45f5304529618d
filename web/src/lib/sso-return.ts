import { SSO_RETURN_PATH } from './light-endpoints.ts';
import { ownAddress } from './own-url.ts';

/** What the identity provider gave the browser to bring back. */
export interface BroughtBack {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

let brought: BroughtBack | null = null;

/**
 * Takes it out of the address before anything else sees that: it stays in no history, and is in no address that is shown,
 * copied or sent along. Read by hand, since the router takes figures for numbers.
 */
export function captureSsoReturn(): void {
  const { pathname, search } = window.location;
  if (pathname !== SSO_RETURN_PATH || search === '') return;
  const sent = new URLSearchParams(search);
  const state = sent.get('state');
  brought = state === null ? null : { state, ...known(sent) };
  window.history.replaceState(window.history.state, '', SSO_RETURN_PATH);
}

function known(sent: URLSearchParams): Omit<BroughtBack, 'state'> {
  const [code, iss, error] = ['code', 'iss', 'error'].map((name) => sent.get(name));
  return { ...(code ? { code } : {}), ...(iss ? { iss } : {}), ...(error ? { error } : {}) };
}

/** What this page was opened with; null after it was loaded anew. */
export function broughtBack(): BroughtBack | null {
  return brought;
}

/** Whether it is to prove a sign-in, in a window of its own; the server goes by the signature of the same words. */
export function isForReauthentication({ state }: BroughtBack): boolean {
  try {
    const claims = atob((state.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'));
    return claims.includes('"use":"prove"');
  } catch {
    return false;
  }
}

/** Where to go on after signing in, kept in this tab while it is at the provider. */
const ORIGIN_KEY = 'ssoPlace';

export function storeOrigin(origin: string | undefined): void {
  if (origin) sessionStorage.setItem(ORIGIN_KEY, origin);
  else sessionStorage.removeItem(ORIGIN_KEY);
}

export function storedOrigin(): string | undefined {
  return ownAddress(sessionStorage.getItem(ORIGIN_KEY));
}

/**
 * Whoever signs out of the portal is still signed in at the provider. So that the next one at this screen is not him without
 * a word, the provider is told to ask again (decision 070).
 */
const SIGNED_OUT = 'signedOut';

export function noteSignedOut(): void {
  localStorage.setItem(SIGNED_OUT, '1');
}

export function wasSignedOut(): boolean {
  return localStorage.getItem(SIGNED_OUT) !== null;
}

export function forgetSignedOut(): void {
  localStorage.removeItem(SIGNED_OUT);
}

/** What the window at the provider tells the page that opened it. */
export interface ReauthenticationUpdate {
  state: string;
  /** The ticket that proves, or why there is none. */
  proof?: string;
  failure?: string;
}

export const openReauthenticationChannel = () => new BroadcastChannel('sso-proof');
