import type { PayPage } from '@ledgerline/contract/payments/endpoints';

/** What a visitor meets, by the provider's word for the invoice; a word that nobody knows is left to the provider's page. */
export function outsideState(status: string): PayPage['state'] {
  if (status === 'processing') return 'processing';
  if (['paid', 'partially_refunded', 'refunded'].includes(status)) return 'paid';
  return status === 'cancelled' || status === 'failed' ? 'cancelled' : 'open';
}
