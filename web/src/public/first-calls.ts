import { isStorableToken } from '@ledgerline/contract/rules';
import { startCall } from '../lib/started-calls.ts';
import { publicAddress } from './session/address.ts';
import { PREVIEW_MARK } from './session/return-path.ts';

// Runs inside the HTML of the clients' pages (web/first-calls.ts), so that a page's first request
// loads in parallel with its scripts.

type FirstCall = Parameters<typeof startCall>[0];

/** The first request of the page at an address; null if there is none. */
function firstCall(location: Location): FirstCall | null {
  const address = publicAddress(location);
  if (address.page === 'pay') return { ...read(`/pay/${encodeURIComponent(address.token)}`), token: null };
  if (address.page === 'signing') return { ...read('/esign/signing'), token: address.ticket };
  if (address.page !== 'form' && address.page !== 'secure') return null;
  const { token } = address;
  if (token !== null && !isStorableToken(token)) return null;
  if (address.page === 'secure') {
    const body = { token, is_preview: location.hash === PREVIEW_MARK };
    return { ...write('/secure-access/session/validate', body), token };
  }
  const { formLinkId } = address;
  if (token === null) return { ...read(`/public/forms/${encodeURIComponent(formLinkId)}`), token };
  return { ...write('/secure-access/validate', { token, form_link_id: formLinkId }), token };
}

const read = (path: string) => ({ method: 'GET', url: `/api${path}` });
const write = (path: string, body: object) => ({
  method: 'POST',
  url: `/api${path}`,
  body: JSON.stringify(body),
});

export function startFirstCall(): void {
  const call = firstCall(window.location);
  if (call) startCall(call);
}
