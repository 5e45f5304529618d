import type { TimelineKind } from '@ledgerline/contract/rules';
import { AGENTS_NAME, AGENTS_NAME_OF_LINK } from '#features/forms/submissions/form-name.ts';

/**
 * Sources of items: $1 is the client. Each starts with an index on the client; calls and emails, which grow without limit, are read from it
 * in order of time.
 */
export interface Source {
  kind: TimelineKind;
  from: string;
  where?: string;
  at: string;
  event: string;
  id: string;
  title: string;
  detail?: string;
  /** The agent who did it, or their name as stored in the audit log. */
  agent?: string;
  actor?: string;
  amount?: string;
  session?: string;
  submission?: string;
  invoice?: string;
  document?: string;
  outcome?: string;
  follow_up?: string;
}

/** The client's links, and replaced links of their sessions' pages, which reference only the session. */
const OF_CLIENT_OR_SESSION = `from (select * from secure_links where client_id = $1
                     union all
                     select s.* from sessions n join secure_links s on s.session_id = n.id and s.client_id is null
                      where n.client_id = $1 and s.session_form_id is null) l`;

/** The events of a row, in one source: PostgreSQL would plan the row's table and its view again for each further source. */
const momentsOf = (moments: Record<string, string>) =>
  `cross join lateral (values ${Object.entries(moments)
    .map(([event, at]) => `('${event}', ${at})`)
    .join(', ')}) as moment (event, at)`;
const MOMENT = { at: 'moment.at', event: 'moment.event' } as const;

const SIGNING = `case
  when e.action = 'submitted' then 'form_submitted'
  when e.action = 'sent' then 'form_sent'
  when e.action = 'voided' then 'form_voided'
  when e.action = 'created' then 'form_added'
  when e.action in ('answers_dismissed', 'answers_reopened', 'documents_reviewed', 'documents_requested_again')
    then e.action
  when e.field = 'has_client_signature' and e.new_value = 'true' then 'form_signed_by_client'
  when e.field = 'has_advisor_signature' and e.new_value = 'true' then 'form_signed_by_advisor'
  when e.field = 'status' and lower(e.new_value #>> '{}') = 'declined' then 'form_declined'
  when e.field = 'status' and lower(e.new_value #>> '{}') = 'completed' then 'form_completed' end`;
const FORM = {
  kind: 'form',
  title: AGENTS_NAME,
  session: 'f.session_id',
  submission: 'f.id',
} as const;

const INVOICE = { kind: 'money', invoice: 'i.id', session: 'i.session_id' } as const;

/** Rows that are visible exactly when the client is. */
export const SOURCES: readonly Source[] = [
  {
    kind: 'note',
    from: 'from client_calls c',
    where: 'c.client_id = $1',
    at: 'c.at',
    event: 'c.kind',
    id: 'c.id',
    title: 'c.text',
    agent: 'c.agent_id',
    outcome: 'c.outcome',
    follow_up: 'c.follow_up_on',
  },
  {
    kind: 'mail',
    from: 'from mail_messages m',
    where: 'm.client_id = $1',
    at: 'm.created_at',
    event: `case m.status when 'sent' then 'mail_sent' when 'queued' then 'mail_queued' else 'mail_failed' end`,
    id: 'm.id',
    title: 'm.subject',
    detail: 'm.to_address',
    agent: 'm.created_by',
    session: 'm.session_id',
    submission: 'm.session_form_id',
  },
  {
    ...FORM,
    from: `from session_forms f join audit_events e on e.entity = 'session_form' and e.entity_id = f.id`,
    where: `f.client_id = $1 and e.action in ('created', 'submitted', 'sent', 'voided', 'signing',
                                                 'answers_dismissed', 'answers_reopened', 'documents_reviewed',
                                                 'documents_requested_again')`,
    at: 'e.at',
    event: SIGNING,
    id: 'e.id',
    actor: 'e.actor_name',
  },
  {
    ...FORM,
    from: 'from session_forms f',
    where: 'f.client_id = $1 and f.last_saved is not null and not f.is_completed',
    at: 'f.last_saved',
    event: `'form_begun'`,
    id: 'f.id',
  },
  {
    ...INVOICE,
    ...MOMENT,
    from: `from invoices i ${momentsOf({ invoice_made: 'i.created_at', invoice_sent: 'i.sent_at', invoice_voided: 'i.voided_at' })}`,
    where: 'i.customer_id = $1 and moment.at is not null',
    id: 'i.id',
    title: 'i.title',
    detail: `coalesce(i.external_ref, '')`,
    amount: 'i.total_cents',
    agent: `case moment.event when 'invoice_made' then i.created_by end`,
  },
  {
    ...INVOICE,
    from: `from invoices i join audit_events e on e.entity = 'invoice' and e.entity_id = i.id`,
    where: `i.customer_id = $1 and e.action = 'reopened'`,
    at: 'e.at',
    event: `'invoice_reopened'`,
    id: 'e.id',
    title: 'i.title',
    detail: `coalesce(i.external_ref, '')`,
    actor: 'e.actor_name',
    amount: `(e.new_value ->> 'due_cents')`,
  },
  {
    ...INVOICE,
    from: 'from invoices i join transactions t on t.invoice_id = i.id',
    where: 'i.customer_id = $1',
    at: 't.created_at',
    event: `case when t.payment_status = 'failed' then t.kind || '_failed' when t.kind <> 'payment' then t.kind
                 when t.payment_status = 'pending' then 'payment_pending' else 'payment' end`,
    id: 't.id',
    title: 'i.title',
    detail: `coalesce(i.external_ref, '')`,
    amount: 't.amount',
    agent: 't.recorded_by',
  },
  {
    kind: 'document',
    from: 'from documents d',
    where: 'd.client_id = $1',
    at: 'd.uploaded_at',
    event: `'document_added'`,
    id: 'd.id',
    title: 'd.file_name',
    agent: 'd.uploaded_by',
    submission: 'd.session_form_id',
    document: 'd.id',
  },
  {
    ...MOMENT,
    kind: 'task',
    from: `from tasks k ${momentsOf({ task_made: 'k.created_at', task_done: 'k.done_at' })}`,
    where: 'k.client_id = $1 and moment.at is not null',
    id: 'k.id',
    title: 'k.title',
    agent: `case moment.event when 'task_made' then k.created_by else k.done_by end`,
  },
];

export const LINKS: Source = {
  ...MOMENT,
  kind: 'link',
  from: `${OF_CLIENT_OR_SESSION} ${momentsOf({ link_made: 'l.created_at', link_opened: 'l.viewed_at' })}`,
  where: 'moment.at is not null',
  id: 'l.id',
  title: AGENTS_NAME_OF_LINK,
  agent: `case moment.event when 'link_made' then l.created_by end`,
  session: 'l.session_id',
  submission: 'l.session_form_id',
};
