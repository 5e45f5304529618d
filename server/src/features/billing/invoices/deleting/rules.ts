import { PAYMENT_PROCESSING, paymentProcessing } from '@ledgerline/contract/rules';

/**
 * Why an invoice cannot be deleted, as a sentence; null when it can: a draft that was never sent or paid, nor paid and
 * given back, leaves without a trace. Its payment link, if it has one, is cancelled first (decisions A14).
 */
export function deleteRefusal(row: {
  status: string;
  sent_at: Date | null;
  paid_amount_cents: number | null;
  provider_status: string | null;
}): string | null {
  if (paymentProcessing(row)) return PAYMENT_PROCESSING;
  const isUntouched = row.status === 'draft' && row.sent_at === null && row.paid_amount_cents === null;
  return isUntouched ? null : 'Only a draft that was never sent can be deleted. Void the invoice instead.';
}
