import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import type { Account } from '#platform/ports/payments.ts';
import { payCustomers, payEvents, payInvoices, payPayments } from './schema.ts';

export type InvoiceRecord = typeof payInvoices.$inferSelect;
export type PaymentRecord = typeof payPayments.$inferSelect;
export type NewPayment = Omit<PaymentRecord, 'id' | 'created_at'>;

/** The customer of a key, created when there is none. */
export async function saveCustomer(
  db: Database,
  input: Omit<typeof payCustomers.$inferInsert, 'id'>,
): Promise<string> {
  const { account, idempotency_key, customer_id } = payCustomers;
  const key = and(eq(account, input.account), eq(idempotency_key, input.idempotency_key));
  await db.orm
    .insert(payCustomers)
    .values(input)
    .onConflictDoNothing({ target: [account, idempotency_key] });
  const saved = await stored(db.orm.select({ customer_id }).from(payCustomers).where(key));
  return saved.customer_id;
}

export async function hasCustomer(db: Database, account: Account, customerId: string): Promise<boolean> {
  const isCustomer = and(eq(payCustomers.account, account), eq(payCustomers.customer_id, customerId));
  return (await db.orm.$count(payCustomers, isCustomer)) > 0;
}

export function findByKey(db: Database, account: Account, key: string): Promise<InvoiceRecord | undefined> {
  const isIt = and(eq(payInvoices.account, account), eq(payInvoices.idempotency_key, key));
  return first(db.orm.select().from(payInvoices).where(isIt));
}

/** True when it was stored; false when a concurrent call with the key was first. */
export async function insertInvoice(
  db: Database,
  input: Omit<typeof payInvoices.$inferInsert, 'id'>,
): Promise<boolean> {
  const { id, account, idempotency_key } = payInvoices;
  const rows = await db.orm
    .insert(payInvoices)
    .values(input)
    .onConflictDoNothing({ target: [account, idempotency_key] })
    .returning({ id });
  return rows.length > 0;
}

export function findInvoice(
  db: Database,
  account: Account,
  invoiceId: string,
  lock = false,
): Promise<InvoiceRecord | undefined> {
  const isIt = and(eq(payInvoices.account, account), eq(payInvoices.invoice_id, invoiceId));
  const found = db.orm.select().from(payInvoices).where(isIt);
  return first(lock ? found.for('update') : found);
}

export function findByToken(db: Database, token: string, lock = false): Promise<InvoiceRecord | undefined> {
  const found = db.orm.select().from(payInvoices).where(eq(payInvoices.token, token));
  return first(lock ? found.for('update') : found);
}

export function lockInvoiceRow(db: Database, id: number): Promise<InvoiceRecord | undefined> {
  return first(db.orm.select().from(payInvoices).where(eq(payInvoices.id, id)).for('update'));
}

export async function cancelInvoiceRow(db: Database, id: number, cancelled_at: Date): Promise<void> {
  await db.orm.update(payInvoices).set({ cancelled_at }).where(eq(payInvoices.id, id));
}

export async function listPayments(db: Database, invoiceRow: number): Promise<PaymentRecord[]> {
  const { id, invoice_row } = payPayments;
  return db.orm.select().from(payPayments).where(eq(invoice_row, invoiceRow)).orderBy(asc(id));
}

/** The payment of a key on this invoice or on one of its former publications, whose IDs are in `earlier`. */
export function findPaymentByKey(
  db: Database,
  invoiceRow: number,
  key: string,
  earlier: readonly string[] = [],
): Promise<PaymentRecord | undefined> {
  const { id, invoice_id } = payInvoices;
  const isOfIt = or(eq(id, invoiceRow), inArray(invoice_id, [...earlier]));
  const invoiceRows = db.orm.select({ id }).from(payInvoices).where(isOfIt);
  const isIt = and(inArray(payPayments.invoice_row, invoiceRows), eq(payPayments.idempotency_key, key));
  return first(db.orm.select().from(payPayments).where(isIt));
}

export function findPayment(db: Database, paymentId: string): Promise<PaymentRecord | undefined> {
  return first(db.orm.select().from(payPayments).where(eq(payPayments.payment_id, paymentId)));
}

export async function insertPayment(db: Database, input: NewPayment): Promise<void> {
  await db.orm.insert(payPayments).values({ ...input, created_at: input.changed_at });
}

/** Delayed payments that are due, each claimed by one server only. */
export function claimDue(db: Database, now: Date): Promise<PaymentRecord[]> {
  return db.query<PaymentRecord>(
    `update pay_payments set status = case when will_fail then 'failed' else 'completed' end, changed_at = $1
      where id in (select id from pay_payments where status = 'pending' and due_at <= $1
                    order by id limit 100 for update skip locked)
      returning *`,
    [now],
  );
}

export async function insertEvent(
  db: Database,
  event: Omit<typeof payEvents.$inferInsert, 'id'>,
): Promise<void> {
  await db.orm.insert(payEvents).values(event);
}

export async function listUndelivered(
  db: Database,
  limit: number,
): Promise<Pick<typeof payEvents.$inferSelect, 'id' | 'account' | 'body'>[]> {
  const undelivered = db.orm.select().from(payEvents).where(isNull(payEvents.delivered_at));
  return undelivered.orderBy(asc(payEvents.id)).limit(limit);
}

export async function markDelivered(db: Database, id: number, delivered_at: Date): Promise<void> {
  const isUndelivered = and(eq(payEvents.id, id), isNull(payEvents.delivered_at));
  await db.orm.update(payEvents).set({ delivered_at }).where(isUndelivered);
}
