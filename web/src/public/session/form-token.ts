import { isStorableToken } from '@ledgerline/contract/rules';

/** One key for each form, so that a token is never sent for another form (1§7; decisions B14). */
function keyOf(formLinkId: string): string {
  return `form-token:${formLinkId}`;
}

/** Stores the token of an address for this tab. A token without three parts is discarded (0§4). */
export function storeFormToken(formLinkId: string, token: string): boolean {
  if (!isStorableToken(token)) {
    sessionStorage.removeItem(keyOf(formLinkId));
    return false;
  }
  sessionStorage.setItem(keyOf(formLinkId), token);
  return true;
}

export function formToken(formLinkId: string): string | null {
  const token = sessionStorage.getItem(keyOf(formLinkId));
  return isStorableToken(token) ? token : null;
}
