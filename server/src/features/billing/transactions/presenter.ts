import type { Transaction } from '@ledgerline/contract/invoices/schemas';
import { PAYMENT_METHODS, TRANSACTION_KINDS } from '@ledgerline/contract/rules';
import { pick } from '#platform/pick.ts';
import type { NamedTransaction } from './queries.ts';
import { isRefundedAtProvider } from './rules.ts';

/** `serving`: the current provider. */
export function toTransaction(
  row: NamedTransaction,
  serving: { name: string; hasOwnPage: boolean },
): Transaction {
  return {
    ...pick(row, ['id', 'invoice_id', 'session_id', 'card_brand', 'card_last4', 'amount', 'refund_of']),
    ...pick(row, ['paid_on', 'note']),
    kind: TRANSACTION_KINDS.find((known) => known === row.kind) ?? 'payment',
    payment_method: PAYMENT_METHODS.find((known) => known === row.payment_method) ?? 'card',
    payment_status: statusOf(row.payment_status),
    recorded_by: row.agent,
    refund_at_provider: isRefundedAtProvider(row, serving),
    created_at: row.created_at.toISOString(),
  };
}

function statusOf(status: string): Transaction['payment_status'] {
  return status === 'completed' || status === 'failed' ? status : 'pending';
}
