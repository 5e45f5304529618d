import type { SessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import type { InvoiceRecord } from '#features/billing/invoice-store/change-invoice.ts';
import type { Database } from '#platform/database/database.ts';
import type { TransactionRecord } from './repository.ts';

/** A transaction with the name of the agent who recorded it. */
export type NamedTransaction = TransactionRecord & { agent: string | null };

const SELECT = `select t.*, a.first_name || ' ' || a.last_name as agent
  from transactions t left join agents a on a.id = t.recorded_by`;

/**
 * Money that arrived minus what was refunded or returned, whatever became of its invoice (decision 121): `t` is the
 * transaction. A payment that failed after it had arrived does not count, and what was recorded as returned of it is not
 * subtracted (decision 091). The payment is looked up only for those; a join would read every transaction.
 */
export const COLLECTED = {
  where: `t.payment_status = 'completed' and (t.kind <> 'reversal' or
    (select paid.payment_status from transactions paid where paid.id = t.refund_of) = 'completed')`,
  cents: `case t.kind when 'payment' then t.amount else -t.amount end`,
};

export interface CollectedSum {
  /** The first day of the month. */
  month: string;
  account: string;
  /** The client's owner. */
  agent_id: number | null;
  transactions: number;
  cents: number;
}

/**
 * What was collected in the months between two days, by the definition of `COLLECTED`: the stored deltas of all completed
 * transactions, without the few returned payments whose payment has failed since, which each trigger would have to find.
 */
export function sumCollected(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<CollectedSum[]> {
  return db.query(
    `select month::text, account, agent_id, sum(transactions)::int as transactions, sum(cents)::bigint as cents
       from (select month, square_account as account, owner_agent_id as agent_id, transactions, cents
               from collected_deltas
              where month between date_trunc('month', $1::date::timestamp) and $2::date
              union all
             select date_trunc('month', t.paid_on::timestamp)::date, t.square_account, nullif(t.owner_or_zero, 0), -1, t.amount
               from transactions t
              where t.kind = 'reversal' and t.payment_status = 'completed'
                and t.paid_on between date_trunc('month', $1::date::timestamp) and $2::date
                and (select paid.payment_status from transactions paid where paid.id = t.refund_of) is distinct from 'completed'
            ) parts
      group by 1, 2, 3 having sum(transactions) <> 0`,
    [from, to],
  );
}

export function listOfInvoice(db: Database, invoiceId: number): Promise<NamedTransaction[]> {
  return db.query(`${SELECT} where t.invoice_id = $1 order by t.id`, [invoiceId]);
}

export function listOfSession(db: Database, sessionId: number): Promise<NamedTransaction[]> {
  return db.query(
    `${SELECT} where t.invoice_id in (select id from invoices where session_id = $1) or t.session_id = $1 order by t.id`,
    [sessionId],
  );
}

/** An invoice for one of a schedule's later periods names the schedule and has no frequency of its own. */
const NOT_OF_SCHEDULE = '(recurring_payment_id is null or recurring_frequency is not null)';

type SessionInvoice = Omit<SessionPaymentData['invoices'][number], 'payment_state'> &
  Pick<InvoiceRecord, 'paid_amount_cents' | 'refunded_cents'>;

export function listSessionInvoices(db: Database, sessionId: number): Promise<SessionInvoice[]> {
  return db.query(
    `select id, title, external_ref, status, total_cents, paid_amount_cents, refunded_cents,
            not ${NOT_OF_SCHEDULE} as is_made_by_schedule
       from invoices where session_id = $1 order by id`,
    [sessionId],
  );
}

export interface SessionSums {
  session_id: number;
  paid_cents: number;
  settled_cents: number;
  /** Whether a payment or refund was recorded for the session. */
  has_transactions: boolean;
}

/**
 * The amounts received on the invoices of sessions, except those that a schedule created for later periods. A paid invoice
 * settles its full total, even if some was refunded: that is not due again (decision 091).
 */
export function sumSessions(db: Database, sessionIds: readonly number[]): Promise<SessionSums[]> {
  return db.query(
    `select s.id as session_id,
            coalesce(sum(coalesce(i.paid_amount_cents, 0)), 0)::bigint as paid_cents,
            coalesce(sum(greatest(coalesce(i.paid_amount_cents, 0),
                                  case when i.status = 'paid' then i.total_cents else 0 end)), 0)::bigint as settled_cents,
            exists (select from transactions t
                     where t.session_id = s.id or t.invoice_id in (select id from invoices where session_id = s.id)) as has_transactions
       from unnest($1::bigint[]) as s (id) left join invoices i on i.session_id = s.id and ${NOT_OF_SCHEDULE}
      group by s.id`,
    [sessionIds],
  );
}

/** The schedule that an invoice of the session started or came from; an active one before one that has ended. */
export async function findSessionSchedule(
  db: Database,
  sessionId: number,
): Promise<SessionPaymentData['recurringPayment']> {
  const [row] = await db.query<{ frequency: string; next_payment_date: string | null }>(
    `select r.frequency, case when r.status = 'ACTIVE' then r.next_payment_date end as next_payment_date
       from recurring_payments r
      where r.id in (select recurring_payment_id from invoices where session_id = $1)
      order by array_position(array['ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'], r.status), r.id desc limit 1`,
    [sessionId],
  );
  return row ?? null;
}

/** Whether an agent paused or stopped the reminders of an invoice; the database answers, because they belong to a higher module. */
export async function hasPausedReminders(db: Database, invoiceId: number): Promise<boolean> {
  const [row] = await db.arrays<[boolean]>('select has_paused_reminders(null, $1)', [invoiceId]);
  return row?.[0] ?? false;
}
