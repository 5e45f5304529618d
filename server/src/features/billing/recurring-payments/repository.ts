import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { recurringPayments } from './schema.ts';

export type ScheduleRow = typeof recurringPayments.$inferSelect;
type NewSchedule = Omit<typeof recurringPayments.$inferInsert, 'id'>;

export function insertSchedule(db: Database, row: NewSchedule): Promise<ScheduleRow> {
  return stored(db.orm.insert(recurringPayments).values(row).returning());
}

export function lockSchedule(db: Database, id: number): Promise<ScheduleRow | undefined> {
  return first(db.orm.select().from(recurringPayments).where(eq(recurringPayments.id, id)).for('update'));
}

/** The schedule that an invoice created. */
export function lockScheduleOf(db: Database, invoiceId: number): Promise<ScheduleRow | undefined> {
  const isOfSource = eq(recurringPayments.source_invoice_id, invoiceId);
  return first(db.orm.select().from(recurringPayments).where(isOfSource).for('update'));
}

export async function changeSchedule(db: Database, id: number, changes: Partial<NewSchedule>): Promise<void> {
  await db.orm.update(recurringPayments).set(changes).where(eq(recurringPayments.id, id));
}

/** The scheduler's frequent update: the state of a schedule after an invoice was created. */
export async function moveSchedule(
  db: Database,
  id: number,
  state: { status: string; next_payment_date: string | null; invoices_made: number },
  now: Date,
): Promise<void> {
  await db.arrays(
    `update recurring_payments
        set status = $2, next_payment_date = $3, invoices_made = $4, updated_at = $5 where id = $1`,
    [id, state.status, state.next_payment_date, state.invoices_made, now],
    'move_schedule',
  );
}
