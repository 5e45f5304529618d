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
 * Invoices whose money may still move, those first that were not compared for longest: open ones, and those that ended
 * lately.
 */
export function listToReconcile(
  db: Database,
  provider: string,
  since: Date,
  limit: number,
): Promise<{ id: number; square_account: string }[]> {
  return db.query(
    `select id, square_account from invoices
      where (status in ('draft', 'sent', 'partially_paid', 'pending') or updated_at >= $2)
        and id in (select invoice_id from invoice_publications where provider = $1)
      order by reconciled_at nulls first, id desc limit $3`,
    [provider, since, limit],
  );
}

export async function noteReconciled(db: Database, invoiceId: number, at: Date): Promise<void> {
  await db.query('update invoices set reconciled_at = $2 where id = $1', [invoiceId, at]);
}
