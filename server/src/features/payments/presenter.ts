import type { Transaction } from '@ledgerline/contract/invoices/schemas';
import { PAYMENT_METHODS } from '@ledgerline/contract/rules';
import type { NamedTransaction } from './listing.ts';

export function toTransaction(row: NamedTransaction): Transaction {
  return {
    id: row.id,
    invoice_id: row.invoice_id,
    session_id: row.session_id,
    kind: row.kind === 'refund' ? 'refund' : 'payment',
    payment_method: PAYMENT_METHODS.find((known) => known === row.payment_method) ?? 'card',
    card_brand: row.card_brand,
    card_last4: row.card_last4,
    amount: row.amount,
    payment_status: statusOf(row.payment_status),
    paid_on: row.paid_on,
    note: row.note,
    recorded_by: row.agent,
    created_at: row.created_at.toISOString(),
  };
}

function statusOf(status: string): Transaction['payment_status'] {
  return status === 'completed' || status === 'failed' ? status : 'pending';
}
