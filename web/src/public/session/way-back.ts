import { secureLinkPath, tokenKept } from '@ledgerline/contract/rules';

// What this tab knows of where its visitor came from. Session storage, as for all tokens (1§7).
const SESSION_KEY = 'session-token';
const PREVIEW_KEY = 'session-preview';
const PASSCODE_KEY = 'session-passcode';
const SIGN_KEY = 'signing-from';

/** An agent looks at his client's page: the visit is not the client's. */
export const PREVIEW_MARK = '#preview';

/** Keeps the token of a session's page for this tab, and who looks; one without three parts is discarded (0§4). */
export function keepSessionToken(token: string, isPreview: boolean): boolean {
  if (!tokenKept(token)) {
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
  return tokenKept(token) ? token : null;
}

/** The page with all forms, if this tab came from there. */
export function sessionPath(): string | null {
  const token = sessionToken();
  if (token === null) return null;
  return secureLinkPath(token) + (sessionStorage.getItem(PREVIEW_KEY) === 'true' ? PREVIEW_MARK : '');
}

/** The passcode goes with the token of this tab, so that coming back from a form does not ask again. */
export function keepPasscode(passcode: string): void {
  sessionStorage.setItem(PASSCODE_KEY, passcode);
}

export function keptPasscode(): string | undefined {
  return sessionStorage.getItem(PASSCODE_KEY) ?? undefined;
}

/** Stands for every signing page of another host. */
export const OUTSIDE = 'outside';

/** Remembers the form link from which a signing page was opened, to open it anew when its ticket ends. */
export function keepSigningOrigin(signingUrl: string, signPath: string): void {
  const url = new URL(signingUrl, window.location.href);
  const key = url.origin === window.location.origin ? url.pathname : OUTSIDE;
  sessionStorage.setItem(SIGN_KEY, JSON.stringify([key, signPath]));
}

export function signingOrigin(ticketPath: string): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(SIGN_KEY) ?? 'null');
    if (!Array.isArray(kept) || kept[0] !== ticketPath) return null;
    return typeof kept[1] === 'string' && /^\/sign\//.test(kept[1]) ? kept[1] : null;
  } catch {
    return null;
  }
}
