/**
 * Need to know (decision 071): the single definition of which rows of which table belong to a client, and therefore of what an
 * agent with restricted access sees. The statements of such an agent resolve to views of these tables, under the tables' own
 * names; unrestricted agents query the tables themselves, as if there were no views.
 */

/** The agents whose clients are visible, besides unassigned ones; never empty. */
export type AccessScope = readonly number[];

export const ACCESS_SCOPE_SCHEMA = 'seen';

/** Resets the transaction to all clients. */
export const ALL_SQL = 'set local search_path to default';

/** Restricts the transaction to the clients of these agents and to unassigned ones. */
export function accessScopeSql(accessScope: AccessScope): string {
  return `set local search_path to ${ACCESS_SCOPE_SCHEMA}, public; set local ledgerline.sees = '{${accessScope.map(Number).join(',')}}'`;
}

/** Read once for each statement. */
const SCOPE_SQL = `any ((select current_setting('ledgerline.sees')::bigint[])::bigint[])`;

/** Unassigned clients are visible to everyone, so that any agent can claim them. */
const ofOwner = `owner_agent_id is null or owner_agent_id = ${SCOPE_SQL}`;

/** The rows of another table that make the row `t` visible. */
const boundBy = (column: string, table: string, key = 'id') =>
  `select from ${ACCESS_SCOPE_SCHEMA}.${table} bound where bound.${key} = t.${column}`;
/** The whole condition of a table: a row is visible if the row that it refers to is. PostgreSQL plans it as a join. */
const with_ = (column: string, table: string) => `exists (${boundBy(column, table)})`;
const withClient = (column = 'client_id') => `exists (${boundBy(column, 'client_outlines', 'client_id')})`;
/**
 * The same as a part of a condition, which cannot become a join: `offset 0` makes PostgreSQL plan it once. Otherwise it plans
 * it with and without a hash table, and again all that it contains (decision 122).
 */
const partWith = (column: string, table: string, key?: string) =>
  `exists (${boundBy(column, table, key)} offset 0)`;
/** The same if the reference may be null: then the row is visible to everyone. */
const orNone = (column: string, seen: string) => `t.${column} is null or ${seen}`;
const withAnyClient = orNone('client_id', withClient());

/** The audit log's name for each kind of record, and its table. */
const ENTITIES: Record<string, string> = {
  client: `(${partWith('entity_id', 'client_outlines', 'client_id')} or ${partWith('entity_id', 'merged_clients')})`,
  session_form: partWith('entity_id', 'session_forms'),
  envelope: partWith('entity_id', 'session_forms'),
  session: partWith('entity_id', 'sessions'),
  secure_link: partWith('entity_id', 'secure_links'),
  document: partWith('entity_id', 'documents'),
  invoice: partWith('entity_id', 'invoices'),
  transaction: partWith('entity_id', 'transactions'),
  recurring_payment: partWith('entity_id', 'recurring_payments'),
  task: partWith('entity_id', 'tasks'),
  call: partWith('entity_id', 'client_calls'),
  household: partWith('entity_id', 'client_links'),
  policy: partWith('entity_id', 'policies'),
  import: partWith('entity_id', 'imports'),
  operation: partWith('entity_id', 'operations'),
  reminder: partWith('entity_id', 'reminder_series'),
};

/** The audit log's names for records that belong to no client; an entity in neither list is not visible. */
const GLOBAL_ENTITIES = [
  ...['agent', 'team', 'calendar_feed', 'first_day', 'global_settings', 'sign_in_rules', 'need_to_know'],
  ...[
    'template',
    'template_document',
    'template_library',
    'form_folder',
    'bundle',
    'line_item_template',
    'saved_view',
  ],
];

/** Tables with client data, each after those it depends on, and the condition for visible rows. */
const SCOPED_TABLES = {
  clients: ofOwner,
  client_outlines: ofOwner,
  client_keys: withClient('id'),
  client_count_deltas: ofOwner,
  client_status_days: ofOwner,
  collected_deltas: ofOwner,
  client_merges: withClient(),
  merged_clients: withClient('into_id'),
  duplicate_pairs: `${withClient('one_id')} and ${withClient('other_id')}`,
  sessions: withClient(),
  session_forms: `case when t.client_id is not null then ${withClient()} else ${orNone('session_id', partWith('session_id', 'sessions'))} end`,
  documents: `case when t.client_id is not null then ${withClient()} else ${orNone('session_form_id', partWith('session_form_id', 'session_forms'))} end`,
  requested_documents: with_('session_form_id', 'session_forms'),
  requested_files: with_('requested_document_id', 'requested_documents'),
  secure_links: [
    withAnyClient,
    orNone('session_form_id', partWith('session_form_id', 'session_forms')),
    orNone('session_id', partWith('session_id', 'sessions')),
  ]
    .map((each) => `(${each})`)
    .join(' and '),
  tasks: withAnyClient,
  client_calls: withClient(),
  client_links: `${withClient()} and ${withClient('relative_id')}`,
  policies: withClient(),
  policy_commissions: with_('policy_id', 'policies'),
  policy_documents: with_('policy_id', 'policies'),
  imported_policies: with_('policy_id', 'policies'),
  policy_people: `${withClient()} and ${with_('policy_id', 'policies')}`,
  commission_lines: with_('policy_id', 'policies'),
  commission_resolutions: with_('policy_id', 'policies'),
  recurring_payments: withClient(),
  invoices: withClient('customer_id'),
  invoice_lines: with_('invoice_id', 'invoices'),
  invoice_publications: with_('invoice_id', 'invoices'),
  transactions: withClient('customer_id'),
  payment_customers: withClient(),
  reminder_series: withClient(),
  reminders_sent: with_('series_id', 'reminder_series'),
  mail_messages: withAnyClient,
  imports: `t.agent_id = ${SCOPE_SQL}`,
  import_rows: with_('import_id', 'imports'),
  operations: `t.agent_id = ${SCOPE_SQL}`,
  operation_items: with_('operation_id', 'operations'),
  agent_notices: withAnyClient,
  agent_notice_receivers: with_('notice_id', 'agent_notices'),
  audit_events: `case t.entity ${Object.entries(ENTITIES)
    .map(([entity, seen]) => `when '${entity}' then ${seen}`)
    .join(' ')} else t.entity in (${GLOBAL_ENTITIES.map((entity) => `'${entity}'`).join(', ')}) end`,
} satisfies Record<string, string>;
export type ScopedTable = keyof typeof SCOPED_TABLES;

/** Creates the views; the tables must have their newest schema. */
export function accessScopeViewsSql(): string {
  const views = Object.entries(SCOPED_TABLES).map(
    ([table, seen]) =>
      `create view ${ACCESS_SCOPE_SCHEMA}.${table} as select t.* from public.${table} t where ${seen}`,
  );
  return [`create schema ${ACCESS_SCOPE_SCHEMA}`, ...views].join('; ');
}
