import type { ScheduleContact } from '#features/billing/recurring-payments/rules.ts';
import type { ScheduleRow } from '#features/billing/recurring-payments/service.ts';
import type { Database } from '#platform/database/database.ts';

/** A cursor in the order of due schedules. */
export interface Due {
  next_payment_date: string;
  id: number;
}

/** Schedules due on or before `today`, oldest first, after the cursor. Takes no locks. */
export function listDue(db: Database, today: string, behind: Due, limit: number): Promise<Due[]> {
  return db.query<Due>(
    `select next_payment_date, id from recurring_payments
      where status = 'ACTIVE' and next_payment_date <= $1 and (next_payment_date, id) > ($2::date, $3::bigint)
      order by next_payment_date, id limit $4`,
    [today, behind.next_payment_date, behind.id, limit],
  );
}

export interface DueSchedule extends ScheduleRow {
  next_payment_date: string;
  is_source_sent: boolean;
  client: Required<ScheduleContact>;
}

/**
 * Locks the schedule until the transaction ends, if the period is still due and no other run is processing it. The
 * transaction then commits asynchronously: a crash loses it entirely or not at all, and a lost one is created again. The
 * send of such an invoice commits synchronously, which flushes everything before it to disk.
 */
export async function lockDue(
  db: Database,
  { id, next_payment_date }: Due,
): Promise<DueSchedule | undefined> {
  const [row] = await db.query<DueSchedule>(
    `select r.*, set_config('synchronous_commit', 'off', true),
            exists (select 1 from invoices i where i.id = r.source_invoice_id and i.sent_at is not null)
                   as is_source_sent,
            (select json_build_object(
                      'full_name', nullif(concat_ws(' ', nullif(c.client_first_name, ''), nullif(c.client_last_name, '')), ''),
                      'email', nullif(c.primary_email, ''), 'phone', nullif(c.primary_phone, ''))
               from clients c where c.id = r.client_id) as client
       from recurring_payments r
      where r.id = $1 and r.status = 'ACTIVE' and r.next_payment_date = $2
        for update of r skip locked`,
    [id, next_payment_date],
  );
  return row;
}
