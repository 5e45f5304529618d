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
export const OWN_FORMS = `select f.id from session_forms f where f.client_id = $1 or (f.client_id is null and f.session_id in (${OWN_SESSIONS}))`;
export const OWN_REQUESTS = `select q.id from requested_documents q where q.session_form_id in (${OWN_FORMS})`;
export const OWN_INVOICES = 'select i.id from invoices i where i.customer_id = $1';
export const OWN_ENVELOPES = `select e.id from esign_envelopes e join session_forms f on f.envelope_id = e.envelope_id where f.id in (${OWN_FORMS})`;
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
