import type { InvoiceTotals } from '@ledgerline/contract/invoices/schemas';
import type { SignableForm } from '@ledgerline/contract/rules';
import { BALANCE, IS_OWED, NOT_PAYING } from '#features/billing/invoice-store/find-invoices.ts';
import { COLLECTED } from '#features/billing/transactions/read-transactions.ts';
import type { Database } from '#platform/database/database.ts';

export interface ListedForm extends SignableForm {
  title: string;
  base_form_total: number;
  selected_items_total: number;
  final_form_total: number;
  include_sales_tax: boolean;
  selected_items_json: unknown;
  template_id: number | null;
  square_account: string | null;
  payment_frequency: string | null;
}

/** The forms of a session with their prices and the account and frequency of their templates. */
export function findPricedForms(db: Database, sessionId: number): Promise<ListedForm[]> {
  return db.query(
    `select s.title, s.type, s.global_form_type, s.status, s.is_voided, s.voided_at, s.base_form_total,
            s.selected_items_total, s.final_form_total, s.include_sales_tax, s.selected_items_json,
            t.id as template_id, t.square_account, t.payment_frequency
       from session_forms s left join global_forms t on t.id = s.form_id
      where s.session_id = $1 order by s.order_index, s.id`,
    [sessionId],
  );
}

/**
 * What was invoiced of a session's forms: its invoices except void ones and those that a schedule created for a later
 * period.
 */
export function findBilled(
  db: Database,
  sessionId: number,
): Promise<
  {
    total_cents: number;
    line_items: { description: string; quantity: number; unit_price_cents: number }[];
  }[]
> {
  return db.query(
    `select i.total_cents,
            (select coalesce(json_agg(json_build_object('description', l.description, 'quantity', l.quantity,
                                                        'unit_price_cents', l.unit_price_cents) order by l.position), '[]')
               from invoice_lines l where l.invoice_id = i.id) as line_items
       from invoices i
      where i.session_id = $1 and i.status <> 'void' and ${NOT_OF_SCHEDULE} order by i.id`,
    [sessionId],
  );
}

/**
 * Whether an agent created the invoice. One that a schedule creates for a later period names the schedule and has no frequency.
 */
const NOT_OF_SCHEDULE = '(i.recurring_payment_id is null or i.recurring_frequency is not null)';

type AccountTotals = { account: string } & InvoiceTotals['all'];

/** The sums of each merchant account. Money counts in the month of its own date. */
export function sumByAccount(db: Database, today: string): Promise<AccountTotals[]> {
  return db.query(
    `select account, coalesce(sum(outstanding), 0)::bigint as outstanding_cents,
            coalesce(sum(overdue), 0)::bigint as overdue_cents, coalesce(sum(collected), 0)::bigint as collected_cents
       from (select square_account as account, sum(due) as outstanding,
                    sum(due) filter (where due_date < $1::date and ${NOT_PAYING}) as overdue, 0 as collected
               from (select square_account, due_date, provider_status,
                            ${BALANCE} as due
                       from invoices where ${IS_OWED}) owed
              group by 1
              union all
             select t.square_account, 0, 0, sum(${COLLECTED.cents})
               from transactions t
              where ${COLLECTED.where}
                and t.paid_on >= date_trunc('month', $1::date) and t.paid_on < date_trunc('month', $1::date) + interval '1 month'
              group by 1) sums
      group by 1`,
    [today],
  );
}
