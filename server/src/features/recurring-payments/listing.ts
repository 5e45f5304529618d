import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import type { Database } from '#platform/database/database.ts';
import type { ScheduleRow } from './repository.ts';
import type { ScheduleContact } from './rules.ts';

export interface ListedSchedule extends Omit<RecurringPayment, 'created_at'> {
  created_at: Date;
}

const SELECT = `
  select r.id, r.name, r.status, r.client_id as customer_id, c.client_first_name, c.client_last_name,
         c.primary_email as client_email, r.amount_cents, r.square_account, r.frequency, r.frequency_interval,
         r.next_payment_date, r.invoices_made,
         (select count(*)::integer from invoices i
           where i.recurring_payment_id = r.id and i.status = 'paid') as payments_made, r.total_payments, r.end_date, r.source_invoice_id, r.created_at
    from recurring_payments r join clients c on c.id = r.client_id`;
const ORDER = 'order by r.next_payment_date nulls last, r.id';

/** Next due first; `null` leaves a filter out. `days` keeps ACTIVE ones due from `today` to so many days on (L8). */
export function listSchedules(
  db: Database,
  filter: { customer_id: number | null; status: string | null; today: string; days: number | null },
): Promise<ListedSchedule[]> {
  return db.query<ListedSchedule>(
    `${SELECT}
      where ($1::bigint is null or r.client_id = $1)
        and ($2::text is null or r.status = $2)
        and ($4::int is null or (r.status = 'ACTIVE' and r.next_payment_date between $3::date and $3::date + $4::int))
      ${ORDER}`,
    [filter.customer_id, filter.status, filter.today, filter.days],
  );
}

export async function findListed(db: Database, id: number): Promise<ListedSchedule | undefined> {
  const [row] = await db.query<ListedSchedule>(`${SELECT} where r.id = $1`, [id]);
  return row;
}

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
export async function holdDue(
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
