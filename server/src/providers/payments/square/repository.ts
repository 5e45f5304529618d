import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import type { Account } from '#platform/ports/payments.ts';
import type { squareCustomers, squareInvoices, squarePayments } from './schema.ts';

export type InvoiceRow = typeof squareInvoices.$inferSelect;
export type OrderedRow = InvoiceRow & { order_id: string };

/** The customer of a key: without an ID when it was requested and no response arrived. */
export type CustomerRow = typeof squareCustomers.$inferSelect;

export async function startCustomer(
  db: Database,
  input: { account: Account; idempotency_key: string; reference: string; at: Date },
): Promise<CustomerRow> {
  await db.query(
    `insert into square_customers (account, idempotency_key, reference, created_at) values ($1, $2, $3, $4)
     on conflict (account, idempotency_key) do nothing`,
    [input.account, input.idempotency_key, input.reference, input.at],
  );
  return customerOfKey(db, input.account, input.idempotency_key);
}

function customerOfKey(db: Database, account: Account, key: string): Promise<CustomerRow> {
  const text = 'select * from square_customers where account = $1 and idempotency_key = $2';
  return stored(db.query(text, [account, key]));
}

/** The customer no longer exists: a new one gets another key, because Square would return the old one for the same key. */
export async function unlinkCustomer(
  db: Database,
  { account, idempotency_key }: { account: Account; idempotency_key: string },
  deletedId: string,
  at: Date,
): Promise<CustomerRow> {
  await db.query(
    `update square_customers set customer_id = null, created_at = $4
      where account = $1 and idempotency_key = $2 and customer_id = $3`,
    [account, idempotency_key, deletedId, at],
  );
  return customerOfKey(db, account, idempotency_key);
}

/** The first response wins. */
export async function saveCustomer(
  db: Database,
  account: Account,
  key: string,
  customerId: string,
): Promise<string> {
  const [row] = await db.query<{ customer_id: string }>(
    `update square_customers set customer_id = coalesce(customer_id, $3)
      where account = $1 and idempotency_key = $2 returning customer_id`,
    [account, key, customerId],
  );
  return row?.customer_id ?? customerId;
}

/** The publication of the key, started now if it is new. */
export async function startInvoice(
  db: Database,
  input: Pick<
    InvoiceRow,
    'account' | 'idempotency_key' | 'content_hash' | 'customer_id' | 'due_date' | 'total_cents'
  > & { at: Date },
): Promise<InvoiceRow> {
  const { account, idempotency_key } = input;
  await db.query(
    `insert into square_invoices (account, idempotency_key, content_hash, customer_id, due_date, total_cents,
                                  created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (account, idempotency_key) do nothing`,
    [
      account,
      idempotency_key,
      input.content_hash,
      input.customer_id,
      input.due_date,
      input.total_cents,
      input.at,
    ],
  );
  const text = 'select * from square_invoices where account = $1 and idempotency_key = $2';
  return stored(db.query(text, [account, idempotency_key]));
}

export async function wasInvoiceRequested(db: Database, account: Account, key: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from square_invoices
      where account = $1 and idempotency_key = $2 and (invoice_asked_at is not null or invoice_id is not null)`,
    [account, key],
  );
  return rows.length > 0;
}

/** Records, before the call, that an order may be created; the first time counts. */
export function markOrderRequested(db: Database, id: number, at: Date): Promise<InvoiceRow> {
  return change(db, id, at, 'order_asked_at = coalesce(order_asked_at, $2)');
}

export function markInvoiceRequested(db: Database, id: number, at: Date): Promise<InvoiceRow> {
  return change(db, id, at, 'invoice_asked_at = coalesce(invoice_asked_at, $2)');
}

export function saveOrder(db: Database, id: number, orderId: string, at: Date): Promise<InvoiceRow> {
  return change(db, id, at, 'order_id = coalesce(order_id, $3)', orderId);
}

/** The number of `tried` is taken: advances to the next one, unless a concurrent call already did. */
export function saveNextNumber(db: Database, id: number, tried: number, at: Date): Promise<InvoiceRow> {
  return change(
    db,
    id,
    at,
    'number_try = case number_try when $3 then number_try + 1 else number_try end',
    tried,
  );
}

/** Moves a due date that passed before the draft was created, unless a concurrent call already did. */
export function moveDueDate(
  db: Database,
  id: number,
  days: { from: string; to: string },
  at: Date,
): Promise<InvoiceRow> {
  return change(db, id, at, 'due_date = case due_date when $3 then $4 else due_date end', days.from, days.to);
}

/** The invoice as Square returned it; a version older than the known one changes nothing. */
export async function saveInvoice(
  db: Database,
  id: number,
  reported: { invoice_id: string; version: number; status: string; at: Date },
): Promise<void> {
  await db.query(
    `update square_invoices
        set invoice_id = $2, version = $3, status = $4, updated_at = $5
      where id = $1 and coalesce(version, -1) <= $3 and status is distinct from 'DELETED'`,
    [id, reported.invoice_id, reported.version, reported.status, reported.at],
  );
}

export async function markDeleted(db: Database, id: number, at: Date): Promise<void> {
  await db.query(`update square_invoices set status = 'DELETED', updated_at = $2 where id = $1`, [id, at]);
}

export function findByInvoice(
  db: Database,
  account: Account,
  invoiceId: string,
): Promise<InvoiceRow | undefined> {
  const text = 'select * from square_invoices where account = $1 and invoice_id = $2';
  return first(db.query(text, [account, invoiceId]));
}

export function findByOrder(
  db: Database,
  account: Account,
  orderId: string,
): Promise<InvoiceRow | undefined> {
  const text = 'select * from square_invoices where account = $1 and order_id = $2';
  return first(db.query(text, [account, orderId]));
}

export type SeenPayment = Pick<
  typeof squarePayments.$inferSelect,
  'provider_payment_id' | 'order_id' | 'refund_of'
>;

export async function rememberPayments(
  db: Database,
  account: Account,
  seen: readonly SeenPayment[],
  at: Date,
): Promise<void> {
  if (seen.length === 0) return;
  await db.query(
    `insert into square_payments (account, provider_payment_id, order_id, refund_of, created_at)
     select $1, seen.id, seen.order_id, seen.refund_of, $5
       from unnest($2::text[], $3::text[], $4::text[]) as seen (id, order_id, refund_of)
     on conflict (account, provider_payment_id) do nothing`,
    [
      account,
      seen.map((each) => each.provider_payment_id),
      seen.map((each) => each.order_id),
      seen.map((each) => each.refund_of),
      at,
    ],
  );
}

export function listSeen(db: Database, account: Account, orderId: string): Promise<SeenPayment[]> {
  const text = 'select * from square_payments where account = $1 and order_id = $2 order by id';
  return db.query(text, [account, orderId]);
}

export function findSeen(
  db: Database,
  account: Account,
  paymentId: string,
): Promise<SeenPayment | undefined> {
  const text = 'select * from square_payments where account = $1 and provider_payment_id = $2';
  return first(db.query(text, [account, paymentId]));
}

function change(
  db: Database,
  id: number,
  at: Date,
  assignment: string,
  ...values: unknown[]
): Promise<InvoiceRow> {
  const text = `update square_invoices set ${assignment}, updated_at = $2 where id = $1 returning *`;
  return stored(db.query(text, [id, at, ...values]));
}
