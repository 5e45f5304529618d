import { BALANCE, IS_OWED, PAYMENT_DUE } from '#features/billing/invoice-store/find-invoices.ts';
import { COLLECTED } from '#features/billing/transactions/read-transactions.ts';
import type { Database } from '#platform/database/database.ts';

export interface OwedGroup {
  account: string;
  /** The client's owner. */
  agent_id: number | null;
  /** How many of the limits the days since the due date have reached; 0 if not overdue. */
  age: number;
  invoices: number;
  cents: number;
}

/** The sent and partially paid invoices by account, owner of the client and age. `ageLimits`: the first day of each age, ascending. */
export function groupOwed(db: Database, today: string, ageLimits: readonly number[]): Promise<OwedGroup[]> {
  return db.query(
    `select square_account as account, owner_agent_id as agent_id,
            case when due >= $1::date or due is null then 0 else width_bucket($1::date - due, $2::int[]) end as age,
            count(*)::int as invoices,
            sum(balance)::bigint as cents
       from (select square_account, ${BALANCE} as balance, customer_id, ${PAYMENT_DUE} as due
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
               left join client_outlines o on o.client_id = t.customer_id
              where ${COLLECTED.where} and t.paid_on between $1::date and $2::date
              group by 1, 2, 3) days
      group by 1, 2, 3`,
    [from, to],
  );
}

export interface RecurringGroup {
  frequency: string;
  payments: number;
  cents: number;
}

export function groupActiveRecurring(db: Database): Promise<RecurringGroup[]> {
  return db.query(
    `select frequency, count(*)::int as payments, sum(amount_cents)::bigint as cents
       from recurring_payments where status = 'ACTIVE' group by 1`,
  );
}
