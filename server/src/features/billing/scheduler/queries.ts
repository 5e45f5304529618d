import type { ScheduleContact } from '#features/billing/recurring-payments/rules.ts';
import type { ScheduleRow } from '#features/billing/recurring-payments/service.ts';
import type { Database } from '#platform/database/database.ts';

/** A place in the order of what is due. */
export interface Due {
  next_payment_date: string;
  id: number;
}

/** What is due on or before `today`, oldest first, behind a place in that order. Locks nothing. */
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
 * The schedule if that period is still to be made and nobody else is making it; held until the transaction ends. The
 * transaction then does not wait for the disk: it is lost or kept as a whole, and what is lost is made again. Whoever
 * sends such an invoice commits in the ordinary way first, which brings everything before it to the disk.
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
