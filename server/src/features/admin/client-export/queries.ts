import type { Database } from '#platform/database/database.ts';
import {
  type ExportedTable,
  OWN_ENVELOPES,
  OWN_FORMS,
  OWN_INVOICES,
  OWN_REQUESTS,
} from './tables/queries.ts';

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
