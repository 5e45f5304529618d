import type { PayPage } from '@ledgerline/contract/payments/endpoints';

/** What a visitor meets, by the provider's word for the invoice; a word that nobody knows is left to the provider's page. */
export function outsideState(status: string): PayPage['state'] {
  if (status === 'processing') return 'processing';
  if (['paid', 'partially_refunded', 'refunded'].includes(status)) return 'paid';
  return status === 'cancelled' || status === 'failed' ? 'cancelled' : 'open';
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Whether visitors may be led to a provider's page: behind https, or on this machine (tests, the demo). */
export function isSafePage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && THIS_MACHINE.includes(url.hostname));
}
