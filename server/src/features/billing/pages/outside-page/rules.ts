import type { PayPage } from '@ledgerline/contract/payments/endpoints';

/** What a visitor meets, by the provider's word for the invoice; a word that nobody knows is left to the provider's page. */
export function outsideState(status: string): PayPage['state'] {
  if (status === 'processing') return 'processing';
  if (['paid', 'partially_refunded', 'refunded'].includes(status)) return 'paid';
  return status === 'cancelled' || status === 'failed' ? 'cancelled' : 'open';
}

/** Whether the page names a sum that is due. */
export function isOwed(state: PayPage['state']): boolean {
  return ['open', 'preparing', 'not_payable'].includes(state);
}

/** How long the clock tries to make a page anew that an edit took away. */
const TRIED_MS = 86_400_000;

/** An invoice without a page that it could be paid at, with the provider that serves now; null where it has one. */
export function pagelessState(
  invoice: { square_invoice_id: string | null; provider: string | null; updated_at: Date },
  { serving, now, refusedAt }: { serving: string; now: Date; refusedAt: Date | null },
): 'preparing' | 'not_payable' | null {
  if (invoice.provider !== null && invoice.provider !== serving) return 'not_payable';
  if (invoice.square_invoice_id !== null) return null;
  // The same asked again is refused again: only an edit, or money, makes it something else.
  if (refusedAt !== null && refusedAt >= invoice.updated_at) return 'not_payable';
  return now.getTime() - invoice.updated_at.getTime() < TRIED_MS ? 'preparing' : 'not_payable';
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Whether visitors may be led to a provider's page: behind https, or on this machine (tests, the demo). */
export function isSafePage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && THIS_MACHINE.includes(url.hostname));
}
