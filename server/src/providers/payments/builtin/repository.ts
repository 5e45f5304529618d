import type { Database } from '#platform/database/database.ts';
import type { PayResult } from '#platform/ports/own-pay-page.ts';
import type { Account, ProviderPayment } from '#platform/ports/payments.ts';

export interface InvoiceRecord {
  id: number;
  invoice_id: string;
  account: Account;
  token: string;
  total_cents: number;
  published: unknown;
  cancelled_at: Date | null;
}

export interface PaymentRecord {
  id: number;
  payment_id: string;
  invoice_row: number;
  kind: ProviderPayment['kind'];
  status: ProviderPayment['status'];
  method: ProviderPayment['method'];
  card_brand: string | null;
  card_last4: string | null;
  amount_cents: number;
  refund_of: string | null;
  answer: PayResult;
  due_at: Date | null;
  will_fail: boolean;
  changed_at: Date;
}

/** What of an invoice's money is where. */
export interface Balance {
  paid_cents: number;
  refunded_cents: number;
  pending_cents: number;
}

const INVOICE = 'id, invoice_id, account, token, total_cents, published, cancelled_at';
const PAYMENT = `id, payment_id, invoice_row, kind, status, method, card_brand, card_last4, amount_cents, refund_of,
  answer, due_at, will_fail, changed_at`;

/** The customer of a key, made when there is none. */
export async function keepCustomer(
  db: Database,
  made: { customer_id: string; account: Account; idempotency_key: string; reference: string; at: Date },
): Promise<string> {
  await db.query(
    `insert into pay_customers (customer_id, account, idempotency_key, reference, created_at)
     values ($1, $2, $3, $4, $5) on conflict (account, idempotency_key) do nothing`,
    [made.customer_id, made.account, made.idempotency_key, made.reference, made.at],
  );
  const [row] = await db.query<{ customer_id: string }>(
    'select customer_id from pay_customers where account = $1 and idempotency_key = $2',
    [made.account, made.idempotency_key],
  );
  if (!row) throw new Error('the customer was not stored');
  return row.customer_id;
}

export async function hasCustomer(db: Database, account: Account, customerId: string): Promise<boolean> {
  const text = 'select 1 from pay_customers where account = $1 and customer_id = $2';
  return (await db.query(text, [account, customerId])).length > 0;
}

export async function findByKey(
  db: Database,
  account: Account,
  key: string,
): Promise<InvoiceRecord | undefined> {
  const text = `select ${INVOICE} from pay_invoices where account = $1 and idempotency_key = $2`;
  return (await db.query<InvoiceRecord>(text, [account, key]))[0];
}

/** True when it was stored; false when another call with the key was first. */
export async function insertInvoice(
  db: Database,
  made: Pick<InvoiceRecord, 'invoice_id' | 'account' | 'token' | 'total_cents' | 'published'> & {
    idempotency_key: string;
    customer_id: string;
    at: Date;
  },
): Promise<boolean> {
  const rows = await db.query(
    `insert into pay_invoices (invoice_id, account, idempotency_key, customer_id, token, total_cents, published,
                               created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (account, idempotency_key) do nothing returning id`,
    [
      made.invoice_id,
      made.account,
      made.idempotency_key,
      made.customer_id,
      made.token,
      made.total_cents,
      JSON.stringify(made.published),
      made.at,
    ],
  );
  return rows.length > 0;
}

export async function findInvoice(
  db: Database,
  account: Account,
  invoiceId: string,
  hold = false,
): Promise<InvoiceRecord | undefined> {
  const text = `select ${INVOICE} from pay_invoices where account = $1 and invoice_id = $2 ${hold ? 'for update' : ''}`;
  return (await db.query<InvoiceRecord>(text, [account, invoiceId]))[0];
}

export async function findByToken(
  db: Database,
  token: string,
  hold = false,
): Promise<InvoiceRecord | undefined> {
  const text = `select ${INVOICE} from pay_invoices where token = $1 ${hold ? 'for update' : ''}`;
  return (await db.query<InvoiceRecord>(text, [token]))[0];
}

export async function holdInvoiceRow(db: Database, id: number): Promise<InvoiceRecord | undefined> {
  const text = `select ${INVOICE} from pay_invoices where id = $1 for update`;
  return (await db.query<InvoiceRecord>(text, [id]))[0];
}

export async function cancelInvoiceRow(db: Database, id: number, at: Date): Promise<void> {
  await db.query('update pay_invoices set cancelled_at = $2 where id = $1', [id, at]);
}

export async function balanceOf(db: Database, invoiceRow: number): Promise<Balance> {
  const [row] = await db.query<Balance>(
    `select coalesce(sum(amount_cents) filter (where kind = 'payment' and status = 'completed'), 0) as paid_cents,
            coalesce(sum(amount_cents) filter (where kind = 'refund' and status = 'completed'), 0) as refunded_cents,
            coalesce(sum(amount_cents) filter (where kind = 'payment' and status = 'pending'), 0) as pending_cents
       from pay_payments where invoice_row = $1`,
    [invoiceRow],
  );
  return row ?? { paid_cents: 0, refunded_cents: 0, pending_cents: 0 };
}

export function listPayments(db: Database, invoiceRow: number): Promise<PaymentRecord[]> {
  return db.query<PaymentRecord>(`select ${PAYMENT} from pay_payments where invoice_row = $1 order by id`, [
    invoiceRow,
  ]);
}

/** Also where the merchant's invoice stood under an id of `earlier`. */
export async function findPaymentByKey(
  db: Database,
  invoiceRow: number,
  key: string,
  earlier: readonly string[] = [],
): Promise<PaymentRecord | undefined> {
  const text = `select ${PAYMENT} from pay_payments
    where invoice_row in (select id from pay_invoices where id = $1 or invoice_id = any($3)) and idempotency_key = $2`;
  return (await db.query<PaymentRecord>(text, [invoiceRow, key, earlier]))[0];
}

export async function findPayment(db: Database, paymentId: string): Promise<PaymentRecord | undefined> {
  const text = `select ${PAYMENT} from pay_payments where payment_id = $1`;
  return (await db.query<PaymentRecord>(text, [paymentId]))[0];
}

export async function insertPayment(
  db: Database,
  made: Omit<PaymentRecord, 'id'> & { idempotency_key: string },
): Promise<void> {
  await db.query(
    `insert into pay_payments (payment_id, invoice_row, idempotency_key, kind, status, method, card_brand, card_last4,
                               amount_cents, refund_of, answer, due_at, will_fail, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    [
      made.payment_id,
      made.invoice_row,
      made.idempotency_key,
      made.kind,
      made.status,
      made.method,
      made.card_brand,
      made.card_last4,
      made.amount_cents,
      made.refund_of,
      made.answer,
      made.due_at,
      made.will_fail,
      made.changed_at,
    ],
  );
}

/** Delayed payments whose time has come, each taken by one server only. */
export function takeDue(db: Database, now: Date): Promise<PaymentRecord[]> {
  return db.query<PaymentRecord>(
    `update pay_payments set status = case when will_fail then 'failed' else 'completed' end, changed_at = $1
      where id in (select id from pay_payments where status = 'pending' and due_at <= $1
                    order by id limit 100 for update skip locked)
      returning ${PAYMENT}`,
    [now],
  );
}

export async function insertEvent(
  db: Database,
  event: { event_id: string; account: Account; body: string; at: Date },
): Promise<void> {
  await db.query('insert into pay_events (event_id, account, body, created_at) values ($1, $2, $3, $4)', [
    event.event_id,
    event.account,
    event.body,
    event.at,
  ]);
}

export function listUndelivered(
  db: Database,
  limit: number,
): Promise<{ id: number; account: Account; body: string }[]> {
  return db.query(
    'select id, account, body from pay_events where delivered_at is null order by id limit $1',
    [limit],
  );
}

export async function markDelivered(db: Database, id: number, at: Date): Promise<void> {
  await db.query('update pay_events set delivered_at = $2 where id = $1 and delivered_at is null', [id, at]);
}
