import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import type { Database } from '#platform/database/database.ts';
import {
  type AppliedFilter,
  type FilterColumn,
  filterCondition,
} from '#platform/database/filter-condition.ts';
import { first } from '#platform/database/rows.ts';

export interface ListedSchedule extends Omit<RecurringPayment, 'created_at'> {
  created_at: Date;
}

const PAYMENTS_MADE = `(select count(*)::integer from invoices i
           where i.recurring_payment_id = r.id and i.status = 'paid')`;
const SELECT = `
  select r.id, r.name, r.status, r.client_id as customer_id, c.client_first_name, c.client_last_name,
         c.primary_email as client_email, r.amount_cents, r.square_account, r.frequency, r.frequency_interval,
         r.next_payment_date, r.invoices_made,
         ${PAYMENTS_MADE} as payments_made, r.total_payments, r.end_date, r.source_invoice_id, r.created_at
    from recurring_payments r join clients c on c.id = r.client_id`;
const ORDER = 'order by r.next_payment_date nulls last, r.id';

/** The columns of RECURRING_FILTER_FIELDS. */
const FILTER_COLUMNS: ReadonlyMap<string, FilterColumn> = new Map(
  Object.entries<FilterColumn>({
    name: { sql: 'r.name', storage: 'text' },
    status: { sql: 'r.status', storage: 'choice' },
    square_account: { sql: 'r.square_account', storage: 'choice' },
    amount_cents: { sql: 'r.amount_cents', storage: 'cents' },
    frequency: { sql: 'r.frequency', storage: 'choice' },
    payments_made: { sql: PAYMENTS_MADE, storage: 'number' },
    total_payments: { sql: 'r.total_payments', storage: 'number' },
    client_name: {
      sql: `concat_ws(' ', nullif(c.client_first_name, ''), nullif(c.client_last_name, ''))`,
      storage: 'text',
    },
    client_email: { sql: 'c.primary_email', storage: 'text' },
    owner_agent_id: { sql: 'c.owner_agent_id', storage: 'agent' },
    next_payment_date: { sql: 'r.next_payment_date', storage: 'day' },
    end_date: { sql: 'r.end_date', storage: 'day' },
    created_at: { sql: 'r.created_at', storage: 'instant' },
  }),
);

/**
 * Next due first; `null` disables a filter. `days` selects ACTIVE ones due between `today` and that many days later
 * (decisions L8).
 */
export function listSchedules(
  db: Database,
  filter: {
    customer_id: number | null;
    status: string | null;
    today: string;
    days: number | null;
    fields: AppliedFilter | undefined;
  },
): Promise<ListedSchedule[]> {
  const values: unknown[] = [filter.customer_id, filter.status, filter.today, filter.days];
  const fields = filter.fields ? filterCondition(filter.fields, FILTER_COLUMNS, values) : 'true';
  return db.query<ListedSchedule>(
    `${SELECT}
      where ($1::bigint is null or r.client_id = $1)
        and ($2::text is null or r.status = $2)
        and ($4::int is null or (r.status = 'ACTIVE' and r.next_payment_date between $3::date and $3::date + $4::int))
        and ${fields}
      ${ORDER}`,
    values,
  );
}

export function findListed(db: Database, id: number): Promise<ListedSchedule | undefined> {
  return first(db.query<ListedSchedule>(`${SELECT} where r.id = $1`, [id]));
}
