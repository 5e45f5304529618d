import { isStorableToken, secureLinkPath } from '@ledgerline/contract/rules';
import { isRecord } from '@ledgerline/contract/web-forms/structure';
import { here } from '../../lib/external-url.ts';
import { publicAddress } from './address.ts';

// Where the visitor of this tab came from. Stored in session storage, like all tokens (1§7).
const SESSION_KEY = 'session-token';
const PREVIEW_KEY = 'session-preview';
const PASSCODE_KEY = 'session-passcode';
const PATHS_KEY = 'session-ways';
const SIGN_KEY = 'signing-from';

/** An agent previews the client's page: the visit does not count as the client's. */
export const PREVIEW_MARK = '#preview';

/** Stores the token of a session page for this tab, and who views it. A token without three parts is discarded (0§4). */
export function storeSessionToken(token: string, isPreview: boolean): boolean {
  if (!isStorableToken(token)) {
    sessionStorage.removeItem(SESSION_KEY);
    return false;
  }
  if (sessionToken() !== token) sessionStorage.removeItem(PASSCODE_KEY);
  sessionStorage.setItem(SESSION_KEY, token);
  sessionStorage.setItem(PREVIEW_KEY, String(isPreview));
  return true;
}

export function sessionToken(): string | null {
  const token = sessionStorage.getItem(SESSION_KEY);
  return isStorableToken(token) ? token : null;
}

/** Records that the page with all forms led to an address. Other pages show no link back. */
export function storeReturnPath(address: string): void {
  const session = sessionToken();
  const token = tokenAt(new URL(address, window.location.href).pathname);
  if (session === null || token === null) return;
  const mark = sessionStorage.getItem(PREVIEW_KEY) === 'true' ? PREVIEW_MARK : '';
  const paths = { ...storedPaths(), [token]: secureLinkPath(session) + mark };
  sessionStorage.setItem(PATHS_KEY, JSON.stringify(paths));
}

/** The page with all forms, if it led to this one. Other links of this tab may belong to another client. */
export function sessionPath(): string | null {
  const token = tokenAt(window.location.pathname);
  const path = token === null ? null : storedPaths()[token];
  return typeof path === 'string' && path.startsWith('/secure/') ? path : null;
}

/** Uses the session that led to this page for this tab's calls; returns false if there is none. */
export function resumeSession(): boolean {
  const path = sessionPath();
  if (path === null) return false;
  const { pathname, hash } = new URL(path, window.location.href);
  const address = publicAddress({ pathname, search: '' });
  return address.page === 'secure' && storeSessionToken(address.token, hash === PREVIEW_MARK);
}

/** The token of a form or invoice. Signing pages are identified by the link that led to them. */
function tokenAt(pathname: string): string | null {
  const address = publicAddress({ pathname, search: '' });
  if (address.page === 'signing' || address.page === 'signed') {
    const origin = address.page === 'signing' ? signingOrigin(pathname) : storedSigning().origin;
    return origin === null ? null : tokenAt(origin);
  }
  return address.page === 'form' || address.page === 'sign' || address.page === 'pay' ? address.token : null;
}

function storedPaths(): Record<string, unknown> {
  const paths = readStored(PATHS_KEY);
  return isRecord(paths) ? paths : {};
}

/** The passcode is stored with the token of this tab, so that it is not requested again after a form. */
export function storePasscode(passcode: string): void {
  sessionStorage.setItem(PASSCODE_KEY, passcode);
}

export function storedPasscode(): string | undefined {
  return sessionStorage.getItem(PASSCODE_KEY) ?? undefined;
}

/** Represents every signing page of another host. */
export const OUTSIDE = 'outside';

/** Remembers the form link from which a signing page was opened, to reopen it when its ticket expires. */
export function storeSigningOrigin(signingUrl: string, signPath: string): void {
  const url = new URL(here(signingUrl), window.location.href);
  const key = url.origin === window.location.origin ? url.pathname : OUTSIDE;
  sessionStorage.setItem(SIGN_KEY, JSON.stringify([key, signPath]));
}

export function signingOrigin(ticketPath: string): string | null {
  const { key, origin } = storedSigning();
  return key === ticketPath ? origin : null;
}

/** The form signed in this tab, whose link may download the finished document. */
export function signedFormLinkId(): string | null {
  const { origin } = storedSigning();
  const address = origin === null ? null : publicAddress({ pathname: origin, search: '' });
  return address?.page === 'sign' ? address.formLinkId : null;
}

function storedSigning(): { key: unknown; origin: string | null } {
  const stored = readStored(SIGN_KEY);
  const [key, origin]: unknown[] = Array.isArray(stored) ? stored : [];
  return { key, origin: typeof origin === 'string' && /^\/sign\//.test(origin) ? origin : null };
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
