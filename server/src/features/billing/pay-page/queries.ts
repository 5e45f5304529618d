import type { InvoiceRecord } from '#features/billing/invoice-store/change-invoice.ts';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';

/** What the pay page needs from our own invoice: its status and its recipient. */
export type OwnInvoice = Pick<
  InvoiceRecord,
  | 'id'
  | 'external_ref'
  | 'status'
  | 'total_changed_at'
  | 'title'
  | 'description'
  | 'due_date'
  | 'full_name'
  | 'customer_id'
  | 'created_by'
> & { pref_lang: string | null };

export async function findOwnInvoice(db: Database, id: number): Promise<OwnInvoice | undefined> {
  const [row] = await db.query<OwnInvoice>(
    `select i.id, i.external_ref, i.status, i.total_changed_at, i.title, i.description, i.due_date, i.full_name,
            i.customer_id, i.created_by,
            c.pref_lang
       from invoices i join clients c on c.id = i.customer_id
      where i.id = $1`,
    [id],
  );
  return row;
}

/** The current state of an invoice and the location of its page; no `square_invoice_id` while it has none. */
export type PayableInvoice = InvoiceRecord & { pref_lang: string | null };

/** By the token of our own address, which stays for the life of the invoice. */
export function findByPayToken(db: Database, token: string): Promise<PayableInvoice | undefined> {
  return first(db.query(`${PAYABLE} where i.pay_token = $1`, [token]));
}

export function findPayable(db: Database, id: number): Promise<PayableInvoice | undefined> {
  return first(db.query(`${PAYABLE} where i.id = $1`, [id]));
}

const PAYABLE = `
  select i.*, c.pref_lang
    from invoices i join clients c on c.id = i.customer_id`;
