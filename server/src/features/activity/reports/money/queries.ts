import { BALANCE, IS_OWED, PAYMENT_DUE } from '#features/billing/invoice-store/find-invoices.ts';
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
