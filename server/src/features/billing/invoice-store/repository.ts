import type { ActiveSchedule } from '@ledgerline/contract/text/recurring-sentence';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { invoiceLines, invoices } from './schema.ts';

export type InvoiceRecord = typeof invoices.$inferSelect;
type NewInvoiceRecord = typeof invoices.$inferInsert;
/** The status has its own writer, `changeStatus`. */
export type InvoiceChanges = Partial<Omit<NewInvoiceRecord, 'status' | 'voided_at'>>;
export type LineRecord = Pick<
  typeof invoiceLines.$inferSelect,
  'description' | 'quantity' | 'unit_price_cents' | 'line_total_cents'
>;

/** Stores a draft, which has no number yet. Undefined when its schedule already has an invoice for that period. */
export async function insertInvoice(
  db: Database,
  row: Omit<NewInvoiceRecord, 'external_ref'>,
): Promise<InvoiceRecord | undefined> {
  const [inserted] = await db.orm
    .insert(invoices)
    .values(row)
    .onConflictDoNothing({ target: [invoices.recurring_payment_id, invoices.recurring_period] })
    .returning();
  return inserted;
}

const FIRST_NUMBER = 1001;

/** Assigns the next number to a locked invoice that has none. A rollback releases the number. */
export async function assignNumber(db: Database, id: number): Promise<InvoiceRecord> {
  const [row] = await db.arrays<[number]>(
    `insert into invoice_numbering as n (id, next_number) values (1, ${FIRST_NUMBER} + 1)
     on conflict (id) do update set next_number = n.next_number + 1
     returning next_number - 1`,
    [],
  );
  return change(db, id, { external_ref: `INV-${row?.[0]}` });
}

export function findOfPeriod(
  db: Database,
  scheduleId: number,
  period: string,
): Promise<InvoiceRecord | undefined> {
  const isIt = and(eq(invoices.recurring_payment_id, scheduleId), eq(invoices.recurring_period, period));
  return first(db.orm.select().from(invoices).where(isIt));
}

export function findInvoice(db: Database, id: number): Promise<InvoiceRecord | undefined> {
  return first(db.orm.select().from(invoices).where(eq(invoices.id, id)));
}

export function findInvoices(db: Database, ids: readonly number[]): Promise<InvoiceRecord[]> {
  return db.orm
    .select()
    .from(invoices)
    .where(inArray(invoices.id, [...ids]));
}

/** The row, locked until the transaction ends: all changes to an invoice are serialized. */
export function lockInvoice(db: Database, id: number): Promise<InvoiceRecord | undefined> {
  return first(db.orm.select().from(invoices).where(eq(invoices.id, id)).for('update'));
}

/**
 * The same for the invoice that is or was published as this provider invoice; it still accepts payments at its old
 * addresses.
 */
export async function lockOfProvider(
  db: Database,
  account: string,
  providerInvoiceId: string,
): Promise<InvoiceRecord | undefined> {
  const [row] = await db.query<InvoiceRecord>(
    `select * from invoices
      where id in (select id from invoices where square_account = $1 and square_invoice_id = $2
                   union
                   select invoice_id from invoice_publications where square_account = $1 and provider_invoice_id = $2)
        for update`,
    [account, providerInvoiceId],
  );
  return row;
}

export function changeInvoice(db: Database, id: number, changes: InvoiceChanges): Promise<InvoiceRecord> {
  return change(db, id, changes);
}

export function changeStatus(
  db: Database,
  id: number,
  changes: Partial<NewInvoiceRecord> & { status: string },
): Promise<InvoiceRecord> {
  return change(db, id, changes);
}

function change(db: Database, id: number, changes: Partial<NewInvoiceRecord>): Promise<InvoiceRecord> {
  return stored(db.orm.update(invoices).set(changes).where(eq(invoices.id, id)).returning());
}

export async function recordReconciled(db: Database, id: number, reconciled_at: Date): Promise<void> {
  await db.orm.update(invoices).set({ reconciled_at }).where(eq(invoices.id, id));
}

export async function deleteInvoice(db: Database, id: number): Promise<void> {
  await db.orm.delete(invoices).where(eq(invoices.id, id));
}

export function findLines(db: Database, id: number): Promise<LineRecord[]> {
  const { description, quantity, unit_price_cents, line_total_cents, invoice_id, position } = invoiceLines;
  return db.orm
    .select({ description, quantity, unit_price_cents, line_total_cents })
    .from(invoiceLines)
    .where(eq(invoice_id, id))
    .orderBy(asc(position));
}

/** Replaces the existing lines with these. */
export async function replaceLines(
  db: Database,
  id: number,
  lines: readonly LineRecord[],
  isNew = false,
): Promise<void> {
  if (!isNew) await db.orm.delete(invoiceLines).where(eq(invoiceLines.invoice_id, id));
  if (lines.length === 0) return;
  await db.orm
    .insert(invoiceLines)
    .values(lines.map((line, position) => ({ ...line, invoice_id: id, position })));
}

/** Replaces many deltas with their sums. Skips rows that another fold has locked, so it never waits. */
export async function foldCounts(db: Database): Promise<void> {
  await db.query(
    `with taken as (select id from invoice_count_deltas order by id limit 20000 for update skip locked),
          gone as (delete from invoice_count_deltas d using taken t where d.id = t.id
                   returning d.status, d.square_account, d.is_recurring, d.delta)
     insert into invoice_count_deltas (status, square_account, is_recurring, delta)
     select status, square_account, is_recurring, sum(delta) from gone group by 1, 2, 3`,
  );
}

interface PayableOfSession {
  pay_url: string;
  due_cents: number;
  status: string;
  provider_status: string | null;
}

/** What the client of a session owes: the newest invoice with a payment link and a balance due. */
export async function findPayable(db: Database, sessionId: number): Promise<PayableOfSession | undefined> {
  const [row] = await db.query<PayableOfSession>(
    `select square_public_url as pay_url, total_cents - coalesce(paid_amount_cents, 0) as due_cents,
            status, provider_status
       from invoices
      where session_id = $1 and square_public_url is not null and status not in ('paid', 'void')
        and total_cents > coalesce(paid_amount_cents, 0)
      order by id desc limit 1`,
    [sessionId],
  );
  return row;
}

/** The active schedule of an invoice, which creates its next ones; none for a void invoice. */
export function findActiveSchedule(db: Database, invoiceId: number): Promise<ActiveSchedule | undefined> {
  return first(
    db.query<ActiveSchedule>(
      `select r.frequency, r.frequency_interval, r.next_payment_date, r.end_date, r.total_payments
         from invoices i join recurring_payments r on r.id = i.recurring_payment_id
        where i.id = $1 and i.status <> 'void' and r.status = 'ACTIVE' and r.next_payment_date is not null`,
      [invoiceId],
    ),
  );
}
