import type { Database } from '#platform/database/database.ts';

/** What the pay page needs of our own invoice: its state, whom it is for, and money that is not in this page's books. */
export interface OwnInvoice {
  id: number;
  status: string;
  title: string;
  description: string;
  due_date: string | null;
  full_name: string | null;
  pref_lang: string | null;
  elsewhere_cents: number;
}

/** `paymentIds`: what the page's own books hold; all other money, arrived or on its way, came elsewhere. */
export async function findOwnInvoice(
  db: Database,
  id: number,
  paymentIds: readonly string[],
): Promise<OwnInvoice | undefined> {
  const [row] = await db.query<OwnInvoice>(
    `select i.id, i.status, i.title, i.description, i.due_date, i.full_name, c.pref_lang,
            (select coalesce(sum(case when t.kind = 'payment' then t.amount else -t.amount end), 0)
               from transactions t
              where t.invoice_id = i.id and t.payment_status <> 'failed'
                and (t.provider_payment_id is null or t.provider_payment_id <> all($2))) as elsewhere_cents
       from invoices i join clients c on c.id = i.customer_id
      where i.id = $1`,
    [id, paymentIds],
  );
  return row;
}

/** An invoice as it stands now, and where its page is; no `square_invoice_id` while it has none. */
export interface StandingInvoice {
  id: number;
  square_account: string;
  square_invoice_id: string | null;
  provider: string | null;
  provider_status: string | null;
  status: string;
  updated_at: Date;
  external_ref: string;
  title: string;
  description: string;
  due_date: string | null;
  full_name: string | null;
  pref_lang: string | null;
  subtotal_cents: number;
  tax_cents: number;
  total_cents: number;
  paid_cents: number;
}

/** By the token of our own address, which stays for the life of the invoice. */
export async function findByPayToken(db: Database, token: string): Promise<StandingInvoice | undefined> {
  return (await db.query<StandingInvoice>(`${STANDING} where i.pay_token = $1`, [token]))[0];
}

export async function findStanding(db: Database, id: number): Promise<StandingInvoice | undefined> {
  return (await db.query<StandingInvoice>(`${STANDING} where i.id = $1`, [id]))[0];
}

const STANDING = `
  select i.id, i.square_account, i.square_invoice_id, i.provider, i.provider_status, i.status, i.updated_at,
         i.external_ref,         i.title, i.description, i.due_date, i.full_name, c.pref_lang, i.subtotal_cents, i.tax_cents, i.total_cents,
         coalesce(i.paid_amount_cents, 0) as paid_cents
    from invoices i join clients c on c.id = i.customer_id`;
