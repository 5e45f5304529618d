import type { Database } from '#platform/database/database.ts';

/** Everything an invoice was ever published as with a provider, oldest first. */
export function listPublished(
  db: Database,
  provider: string,
  invoiceId: number,
): Promise<{ providerInvoiceId: string; square_account: string }[]> {
  return db.query(
    `select provider_invoice_id as "providerInvoiceId", square_account from invoice_publications
      where invoice_id = $1 and provider = $2 and provider_invoice_id is not null order by id`,
    [invoiceId, provider],
  );
}

/**
 * Invoices whose payments may still change, the ones compared longest ago first: open ones, those that ended recently, and
 * at intervals those that may still be refunded.
 */
export function listToReconcile(
  db: Database,
  provider: string,
  {
    endedSince,
    refundableSince,
    comparedBefore,
  }: Record<'endedSince' | 'refundableSince' | 'comparedBefore', Date>,
  limit: number,
): Promise<{ id: number; square_account: string }[]> {
  return db.query(
    `select id, square_account from invoices
      where (status in ('draft', 'sent', 'partially_paid', 'pending') or updated_at >= $2
             or (paid_amount_cents > 0 and updated_at >= $3 and coalesce(reconciled_at, updated_at) < $4))
        and id in (select invoice_id from invoice_publications where provider = $1)
      order by reconciled_at nulls first, id desc limit $5`,
    [provider, endedSince, refundableSince, comparedBefore, limit],
  );
}
