import { IS_OWED, PAYMENT_DUE } from '#features/billing/invoice-store/find-invoices.ts';
import { COLLECTED } from '#features/billing/transactions/read-transactions.ts';
import type { Database } from '#platform/database/database.ts';

export interface OwedGroup {
  account: string;
  /** The client's owner. */
  agent_id: number | null;
  /** Days since the due date, up to `MOST_DAYS` more than the last limit; 0 if not overdue. */
  age: number;
  invoices: number;
  cents: number;
}

/** The sent and partially paid invoices by account, owner of the client and age: the first limit that it is below. */
export function groupOwed(db: Database, today: string, ageLimits: readonly number[]): Promise<OwedGroup[]> {
  return db.query(
    `select square_account as account, owner_agent_id as agent_id,
            case when due >= $1::date or due is null then 0 else width_bucket($1::date - due, $2::int[]) end as age,
            count(*)::int as invoices,
            sum(greatest(0, total_cents - coalesce(paid_amount_cents, 0)))::bigint as cents
       from (select square_account, total_cents, paid_amount_cents, customer_id, ${PAYMENT_DUE} as due
               from invoices where ${IS_OWED}) i
       left join client_outlines o on o.client_id = i.customer_id
      group by 1, 2, 3`,
    [today, ageLimits],
  );
}

export interface CollectedGroup {
  /** The first day of the month. */
  month: string;
  account: string;
  /** The client's owner. */
  agent_id: number | null;
  transactions: number;
  cents: number;
}

/** By day first: there are few days, so that the month is computed for few rows. */
export function groupCollected(db: Database, from: string, to: string): Promise<CollectedGroup[]> {
  return db.query(
    `select date_trunc('month', day)::date::text as month, account, agent_id,
            sum(transactions)::int as transactions, sum(cents)::bigint as cents
       from (select t.paid_on as day, t.square_account as account, o.owner_agent_id as agent_id,
                    count(*) as transactions, sum(${COLLECTED.cents}) as cents
               from transactions t
               join invoices i on i.id = t.invoice_id
               left join client_outlines o on o.client_id = i.customer_id
              where ${COLLECTED.where} and t.paid_on between $1::date and $2::date
              group by 1, 2, 3) days
      group by 1, 2, 3`,
    [from, to],
  );
}

export interface RecurringGroup {
  account: string;
  frequency: string;
  payments: number;
  cents: number;
}

export function groupActiveRecurring(db: Database): Promise<RecurringGroup[]> {
  return db.query(
    `select square_account as account, frequency, count(*)::int as payments, sum(amount_cents)::bigint as cents
       from recurring_payments where status = 'ACTIVE' group by 1, 2`,
  );
}
