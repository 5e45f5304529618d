import {
  CARD_EXPIRES_DAYS,
  LINK_ENDING_HOURS,
  NOT_OPENED_HOURS,
  RENEWAL_TODAY_DAYS,
  SENT_AGAIN_DAYS,
  TURNS_65_DAYS,
  UNBILLED_DAYS,
} from '@ledgerline/contract/rules';
import { RENEWAL_PAST_DAYS } from '@ledgerline/contract/rules/policies';
import { CLIENT_WORK_LEFT } from '#features/forms/submissions/client-work.ts';
import { AGENTS_NAME, AGENTS_NAME_OF_LINK } from '#features/forms/submissions/form-name.ts';
import { CLIENT_ITEM_DUE } from '#platform/database/client-references.ts';
import type { StoredKind } from '../rules.ts';

/** Where items of one kind come from. $1 is today, $2 now, $3 the brokerage's time zone, $4 the last day shown. */
export interface Source {
  /** Its tables; the client is `o.client_id`, null where there is none. */
  from: string;
  where: string;
  /** The sort key of its items, an index of its table (ORDER_OF has the types); the last value identifies the row. */
  order: readonly string[];
  id: string;
  due: string;
  /** Hours after the first sort value at which it is due. */
  waits?: number;
  time?: string;
  since?: string;
  title?: string;
  amount?: string;
  /** The creator or sender: the owner of an item that was not reassigned and whose client has no owner. */
  creator?: string;
  /** The owner, where it is set explicitly. */
  owner?: string;
  session?: string;
  submission?: string;
  form?: string;
  invoice?: string;
}

const dayOf = (instant: string): string => `(${instant} at time zone $3::text)::date`;
const OUTLINE = (client: string): string => `left join client_outlines o on o.client_id = ${client}`;

/** The client has unfinished work on the link's form, or on one of the forms of a session's link. */
const UNDONE = `exists (select from session_forms f
                         where (f.id = l.session_form_id or (l.session_form_id is null and f.session_id = l.session_id))
                           and ${CLIENT_WORK_LEFT})`;
const LIVING = `l.revoked_at is null and l.status <> 'completed' and l.access_token_expires_at > $2::timestamptz`;
const LINK = {
  from: `from secure_links l left join sessions n on n.id = l.session_id
              ${OUTLINE('coalesce(l.client_id, n.client_id)')}`,
  id: 'l.id',
  title: AGENTS_NAME_OF_LINK,
  creator: 'l.created_by',
  session: 'l.session_id',
  submission: 'l.session_form_id',
  form: 'l.form_id',
};
const SUBMISSION = {
  from: `from session_forms f left join sessions n on n.id = f.session_id ${OUTLINE('f.client_id')}`,
  order: ['f.updated_at', 'f.id'],
  id: 'f.id',
  due: dayOf('f.updated_at'),
  since: 'f.updated_at',
  title: AGENTS_NAME,
  amount: 'nullif(f.final_form_total, 0)',
  creator: 'n.created_by',
  session: 'f.session_id',
  submission: 'f.id',
  form: 'f.form_id',
} as const;

const INVOICE = { title: 'i.title', creator: 'i.created_by', session: 'i.session_id', invoice: 'i.id' };

/** The source of each kind of item. */
export const SOURCES: Record<StoredKind, Source> = {
  // The newest payment of an open invoice: a later successful payment removes the item.
  payment_failed: {
    from: `from transactions t join invoices i on i.id = t.invoice_id ${OUTLINE('i.customer_id')}`,
    where: `t.payment_status = 'failed' and t.kind = 'payment'
            and i.status in ('draft', 'sent', 'partially_paid', 'pending')
            and not exists (select from transactions x
                             where x.invoice_id = t.invoice_id and x.id > t.id and x.kind = 'payment')`,
    order: ['t.created_at', 't.id'],
    id: 't.id',
    due: dayOf('t.created_at'),
    since: 't.created_at',
    amount: 't.amount',
    ...INVOICE,
  },
  link_ending: {
    ...LINK,
    where: `${LIVING} and l.access_token_expires_at <= $2::timestamptz + interval '${LINK_ENDING_HOURS} hours' and ${UNDONE}`,
    order: ['l.access_token_expires_at', 'l.id'],
    due: dayOf('l.access_token_expires_at'),
    time: `to_char(l.access_token_expires_at at time zone $3::text, 'HH24:MI')`,
  },
  sign: { ...SUBMISSION, where: `f.category = 'alert'` },
  // A task that set the day is listed instead.
  follow_up: {
    from: 'from client_outlines o',
    where: `o.next_f_u_date <= $4::date
            and not exists (select from tasks t where t.client_id = o.client_id and t.done_at is null
                               and t.sets_follow_up and t.due_day = o.next_f_u_date)`,
    order: ['o.next_f_u_date', 'o.client_id'],
    id: 'o.client_id',
    due: CLIENT_ITEM_DUE.follow_up,
  },
  task: {
    from: `from tasks t ${OUTLINE('t.client_id')}`,
    where: 't.done_at is null and t.due_day <= $4::date',
    order: ['t.due_day', 't.due_time', 't.id'],
    id: 't.id',
    due: 't.due_day',
    time: `nullif(t.due_time, '')`,
    since: 't.created_at',
    title: 't.title',
    owner: 't.owner_agent_id',
  },
  // Until an agent has opened it and, where its answers differ from the client record, decided on them.
  unread: {
    ...SUBMISSION,
    where:
      '(f.read_at is null or f.has_pending_answers) and f.is_completed and not f.is_voided and f.voided_at is null',
  },
  // An invoice that was just sent waits for the client.
  invoice_overdue: {
    from: `from invoices i ${OUTLINE('i.customer_id')}`,
    where: `i.status in ('draft', 'sent', 'partially_paid') and i.due_date < $1::date
            and i.total_cents > 0
            and (i.sent_at is null or i.sent_at <= $2::timestamptz - interval '${SENT_AGAIN_DAYS} days')`,
    order: ['i.due_date', 'i.id'],
    id: 'i.id',
    due: 'i.due_date',
    amount: 'i.total_cents - coalesce(i.paid_amount_cents, 0)',
    ...INVOICE,
  },
  // Everything is signed and has a price, nothing is paid, and no invoice covers it: one item, for the form signed last.
  unbilled: {
    ...SUBMISSION,
    where: `f.category = 'complete' and f.final_form_total > 0
            and f.updated_at > $2::timestamptz - interval '${UNBILLED_DAYS} days'
            and not n.is_deleted and n.payment_received_at = '{}'
            and not exists (select from session_forms x where x.session_id = f.session_id
                               and (x.category in ('new', 'in_progress', 'alert')
                                    or (x.category = 'complete' and x.final_form_total > 0
                                        and (x.updated_at, x.id) > (f.updated_at, f.id))))
            and not exists (select from invoices i where i.session_id = f.session_id and i.status <> 'void')`,
    id: 'f.session_id',
    title: 'n.session_type',
    amount: `(select sum(x.final_form_total) from session_forms x
               where x.session_id = f.session_id and x.category = 'complete')`,
  },
  not_opened: {
    ...LINK,
    where: `${LIVING} and l.viewed_at is null and ${UNDONE}
            and l.created_at <= $2::timestamptz - interval '${NOT_OPENED_HOURS} hours'`,
    order: ['l.created_at', 'l.id'],
    due: dayOf(`(l.created_at + interval '${NOT_OPENED_HOURS} hours')`),
    waits: NOT_OPENED_HOURS,
    since: 'l.created_at',
  },
  // Until an agent has contacted the client since the item appeared.
  turns_65: {
    from: 'from clients c join client_outlines o on o.client_id = c.id',
    where: `c.dob between ($1::date - interval '65 years 1 day')::date
                      and ($1::date - interval '65 years' + interval '${TURNS_65_DAYS + 1} days')::date
            and (c.dob + interval '65 years')::date between $1::date and $1::date + ${TURNS_65_DAYS}
            and not exists (select from client_calls k where k.client_id = c.id
                               and k.at >= ((c.dob + interval '65 years')::date - ${TURNS_65_DAYS})::timestamp at time zone $3::text
                               and coalesce(k.outcome, '') not in ('no_answer', 'wrong_number'))`,
    order: ['c.dob', 'c.id'],
    id: 'c.id',
    due: CLIENT_ITEM_DUE.turns_65,
  },
  card_expires: {
    from: 'from clients c join client_outlines o on o.client_id = c.id',
    where: `card_last_day(c.exp_date) between $1::date - ${CARD_EXPIRES_DAYS} and $1::date + ${CARD_EXPIRES_DAYS}`,
    order: ['card_last_day(c.exp_date)', 'c.id'],
    id: 'c.id',
    due: CLIENT_ITEM_DUE.card_expires,
  },
  // Until an agent has started the renewal.
  renewal: {
    from: 'from policies p join client_outlines o on o.client_id = p.client_id',
    where: `p.status in ('submitted', 'active') and p.renewal_status = 'to_contact'
            and p.end_date between $1::date - ${RENEWAL_PAST_DAYS} and $1::date + ${RENEWAL_TODAY_DAYS}`,
    order: ['p.end_date', 'p.id'],
    id: 'p.id',
    due: 'p.end_date',
    title: `concat_ws(' ', p.carrier, nullif(p.plan_name, ''))`,
  },
};
