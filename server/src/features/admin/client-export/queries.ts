import type { Database } from '#platform/database/database.ts';

/** The rows of one table that belong to a client ($1): each with its id and every column except `without`. */
export interface ExportedTable {
  table: string;
  /** The table is `t`. */
  from: string;
  /** The id by which the rows are paged; `t.id` by default. */
  key?: string;
  /** Columns that grant access (URLs with tokens, hashes), that are encrypted and exported elsewhere, or that are derived from others. */
  without?: readonly string[];
}

const OWN_SESSIONS = 'select s.id from sessions s where s.client_id = $1';
const OWN_FORMS = `select f.id from session_forms f where f.client_id = $1 or (f.client_id is null and f.session_id in (${OWN_SESSIONS}))`;
const OWN_REQUESTS = `select q.id from requested_documents q where q.session_form_id in (${OWN_FORMS})`;
const OWN_INVOICES = 'select i.id from invoices i where i.customer_id = $1';
const OWN_ENVELOPES = `select e.id from esign_envelopes e join session_forms f on f.envelope_id = e.envelope_id where f.id in (${OWN_FORMS})`;
/** The ids by which providers know the client, including those of clients that were merged into it. */
const OWN_IDS = 'select $1::text union select m.id::text from merged_clients m where m.into_id = $1::bigint';
const OWN_PAGES = `select p.id from pay_invoices p join pay_customers c on c.customer_id = p.customer_id and c.account = p.account where c.reference in (${OWN_IDS})`;
const OWN_ORDERS = `select q.id from square_invoices q join square_customers c on c.customer_id = q.customer_id and c.account = q.account where c.reference in (${OWN_IDS})`;

/** Every table that stores client data, besides the client record; a test compares it with the database. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  { table: 'sessions', from: 'from sessions t where t.client_id = $1', without: ['passcode_hash'] },
  {
    table: 'session_forms',
    from: `from session_forms t where t.id in (${OWN_FORMS})`,
    without: [
      'form_data',
      'draft_state',
      'document_access_token',
      'progress_session_id',
      'signature_url',
      'embedded_url',
      'search_text',
    ],
  },
  {
    table: 'documents',
    from: `from documents t where t.client_id = $1 or t.session_form_id in (${OWN_FORMS})`,
    without: ['storage_key'],
  },
  { table: 'requested_documents', from: `from requested_documents t where t.id in (${OWN_REQUESTS})` },
  {
    table: 'requested_files',
    from: `from requested_files t where t.requested_document_id in (${OWN_REQUESTS})`,
    without: ['storage_key'],
  },
  {
    table: 'secure_links',
    from: `from secure_links t where t.client_id = $1 or t.session_id in (${OWN_SESSIONS}) or t.session_form_id in (${OWN_FORMS})`,
    without: ['key'],
  },
  {
    table: 'esign_envelopes',
    from: `from esign_envelopes t where t.id in (${OWN_ENVELOPES})`,
    without: ['prefill', 'template_key', 'sealed_key', 'idempotency_key'],
  },
  {
    table: 'esign_signers',
    from: `from esign_signers t where t.envelope_row in (${OWN_ENVELOPES})`,
    without: ['field_values', 'signature_image', 'draft_values', 'draft_state'],
  },
  { table: 'esign_events', from: `from esign_events t where t.envelope_row in (${OWN_ENVELOPES})` },
  {
    table: 'docusign_envelopes',
    from: `from docusign_envelopes t where t.envelope_id in (select f.envelope_id from session_forms f where f.id in (${OWN_FORMS}))`,
    without: ['idempotency_key', 'lease_holder', 'lease_until'],
  },
  {
    table: 'invoices',
    from: 'from invoices t where t.customer_id = $1',
    without: ['pay_token', 'square_public_url', 'search_text', 'sort_client'],
  },
  { table: 'invoice_lines', from: `from invoice_lines t where t.invoice_id in (${OWN_INVOICES})` },
  {
    table: 'invoice_publications',
    from: `from invoice_publications t where t.invoice_id in (${OWN_INVOICES})`,
    without: ['public_url'],
  },
  { table: 'transactions', from: `from transactions t where t.invoice_id in (${OWN_INVOICES})` },
  { table: 'recurring_payments', from: 'from recurring_payments t where t.client_id = $1' },
  { table: 'payment_customers', from: 'from payment_customers t where t.client_id = $1' },
  {
    table: 'pay_customers',
    from: `from pay_customers t where t.reference in (${OWN_IDS})`,
    without: ['idempotency_key'],
  },
  {
    table: 'pay_invoices',
    from: `from pay_invoices t where t.id in (${OWN_PAGES})`,
    without: ['token', 'idempotency_key'],
  },
  {
    table: 'pay_payments',
    from: `from pay_payments t where t.invoice_row in (${OWN_PAGES})`,
    without: ['idempotency_key'],
  },
  {
    table: 'square_customers',
    from: `from square_customers t where t.reference in (${OWN_IDS})`,
    without: ['idempotency_key'],
  },
  {
    table: 'square_invoices',
    from: `from square_invoices t where t.id in (${OWN_ORDERS})`,
    without: ['idempotency_key', 'content_hash'],
  },
  {
    table: 'square_payments',
    from: `from square_payments t where (t.account, t.order_id) in (select q.account, q.order_id from square_invoices q where q.id in (${OWN_ORDERS}))`,
  },
  { table: 'tasks', from: 'from tasks t where t.client_id = $1' },
  { table: 'client_calls', from: 'from client_calls t where t.client_id = $1' },
  {
    table: 'client_links',
    from: 'from client_links t where t.client_id = $1 or t.relative_id = $1',
  },
  {
    table: 'imported_policies',
    from: 'from imported_policies t where t.policy_id in (select p.id from policies p where p.client_id = $1)',
    key: 't.import_row_id',
  },
  {
    table: 'policy_documents',
    from: 'from policy_documents t where t.policy_id in (select p.id from policies p where p.client_id = $1)',
  },
  {
    table: 'policy_people',
    from: 'from policy_people t where t.client_id = $1 or t.policy_id in (select p.id from policies p where p.client_id = $1)',
  },
  {
    table: 'policies',
    from: 'from policies t where t.client_id = $1',
    without: ['policy_number', 'search_text'],
  },
  { table: 'reminder_series', from: 'from reminder_series t where t.client_id = $1', without: ['mailed_as'] },
  {
    table: 'reminders_sent',
    from: 'from reminders_sent t where t.series_id in (select r.id from reminder_series r where r.client_id = $1)',
    key: 't.mail_id',
  },
  {
    table: 'mail_messages',
    from: `from mail_messages t where t.client_id = $1 or t.session_id in (${OWN_SESSIONS}) or t.session_form_id in (${OWN_FORMS}) or t.invoice_id in (${OWN_INVOICES})`,
    without: ['content'],
  },
  {
    table: 'agent_notices',
    from: `from agent_notices t where t.client_id = $1 or t.session_id in (${OWN_SESSIONS}) or t.session_form_id in (${OWN_FORMS}) or t.invoice_id in (${OWN_INVOICES})`,
  },
  {
    table: 'merged_clients',
    from: 'from merged_clients t where t.into_id = $1',
    without: ['wrapped_key', 'stored'],
  },
  {
    table: 'client_merges',
    from: 'from client_merges t where t.client_id = $1',
    without: ['moved', 'dropped', 'replaced_cvc'],
  },
  { table: 'operation_items', from: 'from operation_items t where t.client_id = $1' },
  { table: 'import_rows', from: 'from import_rows t where t.client_id = $1', without: ['cells', 'matches'] },
  {
    table: 'audit_events',
    from: `from audit_events t where (t.entity in ('client', 'client_read') and t.entity_id in (select $1::bigint union select m.id from merged_clients m where m.into_id = $1::bigint)) or (t.entity = 'session_form' and t.entity_id in (${OWN_FORMS}))
             or (t.entity = 'session' and t.entity_id in (${OWN_SESSIONS})) or (t.entity = 'invoice' and t.entity_id in (${OWN_INVOICES}))`,
    without: ['old_cipher'],
  },
];

/** The columns of an audit log row that are inspected; the others are passed through. */
export interface AuditRow {
  id: number;
  entity: string;
  entity_id: number | null;
  field: string | null;
  old_value: unknown;
  new_value: unknown;
}

const BATCH_ROWS = 500;

/** The rows of a table about a client, as JSON texts, one batch at a time. */
export async function* rowsOf(
  db: Database,
  clientId: number,
  exported: ExportedTable,
): AsyncGenerator<string[]> {
  const { from, key = 't.id', without = [] } = exported;
  for (let after = 0; ; ) {
    const rows = await db.query<{ key: number; row: string }>(
      `select ${key} as key, (to_jsonb(t) - $4::text[])::text as row from (select t.* ${from} and ${key} > $2 order by ${key} limit $3) t order by ${key}`,
      [clientId, after, BATCH_ROWS, without],
    );
    if (rows.length > 0) yield rows.map(({ row }) => row);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = Number(last.key);
  }
}

/** A form whose answers are exported in clear text or masked. */
export interface EncryptedForm {
  id: number;
  title: string;
  form_link_id: string | null;
  form_data: string | null;
}

export async function* encryptedForms(db: Database, clientId: number): AsyncGenerator<EncryptedForm[]> {
  for (let after = 0; ; ) {
    const rows = await db.query<EncryptedForm>(
      `select t.id, t.title, t.form_link_id, t.form_data from session_forms t
        where t.id in (${OWN_FORMS}) and t.form_data is not null and t.id > $2 order by t.id limit $3`,
      [clientId, after, BATCH_ROWS],
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = Number(last.id);
  }
}

/** A stored file of the client. */
export interface ClientFile {
  table: 'documents' | 'requested_files' | 'esign_envelopes';
  id: number;
  name: string;
  mime_type: string;
  key: string;
  sha256: string;
}

const MAX_FILES = 20_000;

/** The client's documents, oldest first, files that an agent has not reviewed yet, and completed PDFs that are no longer a document of the client. */
export function listFiles(db: Database, clientId: number): Promise<ClientFile[]> {
  return db.query<ClientFile>(
    `select * from (
       select 'documents' as table, t.id, t.file_name as name, t.mime_type, t.storage_key as key, t.sha256
         from documents t where t.client_id = $1 or t.session_form_id in (${OWN_FORMS})
       union all
       select 'requested_files', t.id, t.file_name, t.mime_type, t.storage_key, t.sha256
         from requested_files t where t.requested_document_id in (${OWN_REQUESTS})
       union all
       select 'esign_envelopes', t.id, t.title || '.pdf', 'application/pdf', t.sealed_key, coalesce(t.sealed_sha256, '')
         from esign_envelopes t where t.id in (${OWN_ENVELOPES}) and t.sealed_key is not null
          and not exists (select from documents d where d.storage_key = t.sealed_key)) f
      order by "table", id limit ${MAX_FILES}`,
    [clientId],
  );
}

/** A row of the summary. */
export interface SummaryLine {
  at: string;
  text: string;
}

/** The rows of each kind in the summary, newest first; `text` is for people. */
export const SUMMARY_KINDS: readonly { title: string; sql: string }[] = [
  {
    title: 'Sessions',
    sql: `select t.created_at as at, t.session_type as text from sessions t where t.client_id = $1`,
  },
  {
    title: 'Forms',
    sql: `select t.created_at as at, t.title || ' (' || t.category || ')' as text from session_forms t where t.id in (${OWN_FORMS})`,
  },
  {
    title: 'Documents',
    sql: `select t.uploaded_at as at, t.file_name as text from documents t where t.client_id = $1 or t.session_form_id in (${OWN_FORMS})`,
  },
  {
    title: 'Invoices',
    sql: `select t.created_at as at, concat_ws(' ', t.external_ref, t.title) || ', $' || to_char(t.total_cents / 100.0, 'FM999,999,999,990.00') || ', ' || t.status as text from invoices t where t.customer_id = $1`,
  },
  {
    title: 'Payments and refunds',
    sql: `select t.created_at as at, t.kind || ' $' || to_char(t.amount / 100.0, 'FM999,999,999,990.00') || ', ' || t.payment_status as text from transactions t where t.invoice_id in (${OWN_INVOICES})`,
  },
  {
    title: 'Tasks',
    sql: `select t.created_at as at, t.title || ', due ' || t.due_day || case when t.done_at is null then '' else ' (done)' end as text from tasks t where t.client_id = $1`,
  },
  {
    title: 'Policies',
    sql: `select t.created_at as at, concat_ws(', ', t.carrier, nullif(t.plan_name, ''), t.status, 'ends ' || t.end_date) as text from policies t where t.client_id = $1`,
  },
  {
    title: 'Calls and meetings',
    sql: `select t.at, concat_ws(', ', t.kind, t.outcome, nullif(t.text, '')) as text from client_calls t where t.client_id = $1`,
  },
  {
    title: 'Emails',
    sql: `select t.created_at as at, t.subject || ', to ' || t.to_address || ' (' || t.status || ')' as text from mail_messages t where t.client_id = $1`,
  },
];

export function summaryOf(
  db: Database,
  clientId: number,
  { sql, timeZone, limit }: { sql: string; timeZone: string; limit: number },
): Promise<SummaryLine[]> {
  return db.query<SummaryLine>(
    `select to_char(l.at at time zone $2, 'MM/DD/YYYY HH24:MI') as at, l.text from (${sql}) l order by l.at desc limit $3`,
    [clientId, timeZone, limit],
  );
}
