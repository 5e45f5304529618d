import type { InvoiceRecord } from '#features/billing/invoice/change-invoice.ts';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';

/** What the pay page needs of our own invoice: its state, whom it is for, and money that is not in this page's books. */
export type OwnInvoice = Pick<
  InvoiceRecord,
  'id' | 'external_ref' | 'status' | 'title' | 'description' | 'due_date' | 'full_name'
> & { pref_lang: string | null; elsewhere_cents: number; elsewhere_refunded_cents: number };

/** `paymentIds`: what the page's own books hold; all other money, arrived or on its way, came elsewhere. */
export async function findOwnInvoice(
  db: Database,
  id: number,
  paymentIds: readonly string[],
): Promise<OwnInvoice | undefined> {
  const [row] = await db.query<OwnInvoice>(
    `select i.id, i.external_ref, i.status, i.title, i.description, i.due_date, i.full_name, c.pref_lang,
            elsewhere.received - elsewhere.returned as elsewhere_cents,
            elsewhere.refunded as elsewhere_refunded_cents
       from invoices i join clients c on c.id = i.customer_id
            cross join lateral (
              select coalesce(sum(t.amount) filter (where t.kind = 'payment'), 0)::bigint as received,
                     coalesce(sum(t.amount) filter (where t.kind = 'reversal'), 0)::bigint as returned,
                     coalesce(sum(t.amount) filter (where t.kind = 'refund'), 0)::bigint as refunded
                from transactions t left join transactions p on p.id = t.refund_of
               where t.invoice_id = i.id and t.payment_status <> 'failed'
                 and (t.kind <> 'reversal' or p.payment_status = 'completed')
                 and (t.provider_payment_id is null or t.provider_payment_id <> all($2))) elsewhere
      where i.id = $1`,
    [id, paymentIds],
  );
  return row;
}

/** An invoice as it stands now, and where its page is; no `square_invoice_id` while it has none. */
export type StandingInvoice = InvoiceRecord & { pref_lang: string | null };

/** By the token of our own address, which stays for the life of the invoice. */
export function findByPayToken(db: Database, token: string): Promise<StandingInvoice | undefined> {
  return first(db.query(`${STANDING} where i.pay_token = $1`, [token]));
}

export function findStanding(db: Database, id: number): Promise<StandingInvoice | undefined> {
  return first(db.query(`${STANDING} where i.id = $1`, [id]));
}

const STANDING = `
  select i.*, c.pref_lang
    from invoices i join clients c on c.id = i.customer_id`;
