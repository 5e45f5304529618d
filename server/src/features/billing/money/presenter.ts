import type { Transaction } from '@ledgerline/contract/invoices/schemas';
import { PAYMENT_METHODS } from '@ledgerline/contract/rules';
import type { NamedTransaction } from './listing.ts';
import { isRefundedAtProvider } from './rules.ts';

/** `serving`: the provider that serves now. */
export function toTransaction(
  row: NamedTransaction,
  serving: { name: string; hasOwnPage: boolean },
): Transaction {
  return {
    id: row.id,
    invoice_id: row.invoice_id,
    session_id: row.session_id,
    kind: row.kind === 'refund' ? 'refund' : 'payment',
    payment_method: PAYMENT_METHODS.find((known) => known === row.payment_method) ?? 'card',
    card_brand: row.card_brand,
    card_last4: row.card_last4,
    amount: row.amount,
    refund_of: row.refund_of,
    payment_status: statusOf(row.payment_status),
    paid_on: row.paid_on,
    note: row.note,
    recorded_by: row.agent,
    refund_at_provider: isRefundedAtProvider(row, serving),
    created_at: row.created_at.toISOString(),
  };
}

function statusOf(status: string): Transaction['payment_status'] {
  return status === 'completed' || status === 'failed' ? status : 'pending';
}
