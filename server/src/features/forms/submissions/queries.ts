import { type ModifiedFilter, SUBMISSION_SORTS, type SubmissionSort } from '@ledgerline/contract/lists';
import { FORM_TYPES, type SubmissionCategory, WEB_FORM_MARKERS } from '@ledgerline/contract/rules';
import { type Sorting, type SortKey, sortKeys } from '@ledgerline/contract/rules/sort-keys';
import { getTableColumns } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import {
  type AppliedFilter,
  type FilterColumn,
  filterCondition,
  usesOnly,
} from '#platform/database/filter-condition.ts';
import { cut, first } from '#platform/database/rows.ts';
import type { SubmissionOutline } from './repository.ts';
import { sessionForms } from './schema.ts';

/** A submission as lists and the detail need it, with its client's name and its newest active link. */
export interface ListedSubmission
  extends Omit<
    SubmissionOutline,
    'search_text' | 'category' | 'own_step' | 'envelope_provider' | 'envelope_checked_at'
  > {
  has_form_data: boolean;
  client_first_name: string | null;
  client_last_name: string | null;
  client_email: string | null;
  client_phone: string | null;
  client_dob: string | null;
  session_type: string | null;
  link_key: string | null;
  access_token_expires_at: Date | null;
  access_type: string | null;
}

/** The columns that lists never return: the ciphertext of the answers, search columns, the request to the provider. */
const INTERNAL = [
  'form_data',
  'search_text',
  'category',
  'own_step',
  'envelope_provider',
  'envelope_checked_at',
];
const COLUMNS = Object.values(getTableColumns(sessionForms))
  .map(({ name }) => name)
  .filter((name) => !INTERNAL.includes(name))
  .map((name) => `s."${name}"`)
  .join(', ');

const CLIENT_JOIN = 'left join clients c on c.id = s.client_id';

/** `from` names the submissions to show as `s`. */
const select = (from: string) => `
  select ${COLUMNS}, s.form_data is not null as has_form_data,
         c.client_first_name, c.client_last_name, c.primary_email as client_email, c.primary_phone as client_phone,
         c.dob as client_dob, n.session_type, l.key as link_key, l.access_token_expires_at, l.access_type
    from ${from}
    ${CLIENT_JOIN}
    left join sessions n on n.id = s.session_id
    left join lateral (
      select key, access_token_expires_at, access_type from secure_links
       where session_form_id = s.id and revoked_at is null order by id desc limit 1) l on true`;

const SELECT = select('session_forms s');
const MAX_ROWS = 1000;

export function findListed(db: Database, id: number): Promise<ListedSubmission | undefined> {
  return first(db.query<ListedSubmission>(`${SELECT} where s.id = $1`, [id]));
}

interface ListedSubmissions {
  rows: ListedSubmission[];
  truncated: boolean;
}

export function listOfClient(db: Database, clientId: number): Promise<ListedSubmissions> {
  return listWhere(db, 's.client_id = $1 order by s.id desc', clientId);
}

export function listOfTemplate(db: Database, formId: number): Promise<ListedSubmissions> {
  return listWhere(db, 's.form_id = $1 order by s.id desc', formId);
}

export function listOfSession(db: Database, sessionId: number): Promise<ListedSubmissions> {
  return listWhere(db, 's.session_id = $1 order by s.order_index, s.id', sessionId);
}

async function listWhere(db: Database, condition: string, id: number): Promise<ListedSubmissions> {
  return cut(await db.query(`${SELECT} where ${condition} limit ${MAX_ROWS + 1}`, [id]), MAX_ROWS);
}

export interface SubmissionFilter {
  /** LIKE patterns that must all match. */
  patterns: readonly string[];
  form_id?: number | undefined;
  category?: SubmissionCategory | undefined;
  type?: (typeof FORM_TYPES)[number] | undefined;
  /** Changed today in the brokerage's time zone, or within this many days (decisions H15). */
  changed?: { modified: ModifiedFilter; now: Date; timeZone: string } | undefined;
  /** Conditions on fields of the list. */
  fields?: AppliedFilter | undefined;
}

interface Page extends Partial<Sorting<SubmissionSort>> {
  limit: number;
  offset: number;
}

/** As the index of the last change is ordered: descending with empty values last, or backwards. */
const inIndex = (column: string, direction: 'asc' | 'desc'): string =>
  `${column} ${direction} nulls ${direction === 'asc' ? 'first' : 'last'}`;

const WAITING_FIRST: readonly SubmissionCategory[] = ['alert', 'new', 'in_progress', 'complete', 'voided'];

/**
 * What the other columns sort by: what the list shows. Names are sorted as in the list of clients; `client_sort_name` would
 * take three times as long, because PostgreSQL does not inline it.
 */
const KEYS: Record<Exclude<SubmissionSort, 'changed'>, string> = {
  client: `nullif(concat_ws(chr(9), coalesce(nullif(c.client_last_name, ''), nullif(s.last_name, '')),
    coalesce(nullif(c.client_first_name, ''), nullif(s.first_name, ''))), '') collate "ledger_order"`,
  form: `coalesce(nullif(s.form_name_agent, ''), s.title) collate "ledger_order"`,
  status: `array_position(array[${WAITING_FIRST.map((category) => `'${category}'`).join(', ')}], s.category)`,
};

const keysOf = ({ sort = 'changed', direction = 'desc', then_by }: Page): SortKey<SubmissionSort>[] =>
  sortKeys({ sort, direction, then_by }, SUBMISSION_SORTS);

/** Equal ones by their last change, then by id. */
function orderOf(page: Page): string {
  const keys = keysOf(page);
  const changed = keys.find(({ sort }) => sort === 'changed');
  const columns = keys.map(({ sort, direction }) =>
    sort === 'changed' ? inIndex('s.updated_at', direction) : `${KEYS[sort]} ${direction} nulls last`,
  );
  if (!changed) columns.push(inIndex('s.updated_at', 'desc'));
  return `order by ${[...columns, inIndex('s.id', changed?.direction ?? 'desc')].join(', ')}`;
}

/** One page and the total. The page is found by id first, because sorting whole rows takes up to three times as long. */
export async function findPage(
  db: Database,
  filter: SubmissionFilter,
  page: Page,
): Promise<{ rows: ListedSubmission[]; total: number }> {
  const { where, values } = conditionOf(filter);
  const isOfClient = filter.fields !== undefined && !usesOnly(filter.fields.filter, OWN_FIELDS);
  const source = (hasClient: boolean) => `session_forms s ${hasClient ? CLIENT_JOIN : ''}`;
  const [counted] = await db.arrays<[number]>(
    `select count(*) from ${source(isOfClient)} where ${where}`,
    values,
  );
  const total = counted?.[0] ?? 0;
  if (total <= page.offset) return { rows: [], total };
  const order = orderOf(page);
  const from = source(isOfClient || keysOf(page).some(({ sort }) => sort === 'client'));
  const window = `select s.id from ${from} where ${where} ${order} limit $${values.length + 1} offset $${values.length + 2}`;
  const paged = `(${window}) page join session_forms s on s.id = page.id`;
  const rows = await db.query<ListedSubmission>(`${select(paged)} ${order}`, [
    ...values,
    page.limit,
    page.offset,
  ]);
  return { rows, total };
}

const TYPE = `replace(lower(s.type), ' ', '')`;
const WEB_FORM_TYPES = ['webform', ...WEB_FORM_MARKERS];

const LINKS = (
  condition: string,
) => `exists (select from secure_links l where l.session_form_id = s.id ${condition})
   or exists (select from secure_links l where l.session_id = s.session_id and l.session_form_id is null ${condition})`;

/**
 * SQL: how far the client has come with the submission `s`, one of FORM_STEPS. A form of a session is also sent and opened with
 * the page of the session. The links are read only where nothing was entered.
 */
export const FURTHEST_STEP = `case
  when s.own_step is not null then s.own_step
  when ${LINKS('and l.viewed_at is not null')} then 'opened'
  when ${LINKS('')} then 'sent'
  else 'not_sent' end`;

/** The agents' name for the submission `s`. */
export const FORM_NAME = `coalesce(nullif(s.form_name_agent, ''), s.title)`;

/** The columns of SUBMISSION_FILTER_FIELDS that the submissions themselves have. */
const OWN_COLUMNS: Readonly<Record<string, FilterColumn>> = {
  form: { sql: FORM_NAME, storage: 'text' },
  furthest_step: { sql: FURTHEST_STEP, storage: 'choice' },
  step_reached: { sql: 's.progress_step + 1', storage: 'number' },
  category: { sql: 's.category', storage: 'choice' },
  type: {
    sql: `case when ${TYPE} in (${WEB_FORM_TYPES.map((type) => `'${type}'`).join(', ')}) then 'Web Form'
      ${FORM_TYPES.map((type) => `when ${TYPE} = '${type.toLowerCase()}' then '${type}'`).join(' ')} end`,
    storage: 'choice',
  },
  folder: { sql: 's.folder', storage: 'text' },
  final_form_total: { sql: 's.final_form_total', storage: 'cents' },
  created_at: { sql: 's.created_at', storage: 'instant' },
  updated_at: { sql: 's.updated_at', storage: 'instant' },
  client_signed_at: { sql: 's.client_signed_at', storage: 'instant' },
  advisor_signed_at: { sql: 's.advisor_signed_at', storage: 'instant' },
  read_at: { sql: 's.read_at', storage: 'instant' },
};
const OWN_FIELDS = Object.keys(OWN_COLUMNS);

/** Those of the client, or of the person who filled in the form where no client is linked. */
const FILTER_COLUMNS: ReadonlyMap<string, FilterColumn> = new Map<string, FilterColumn>([
  ...Object.entries(OWN_COLUMNS),
  [
    'client_name',
    {
      sql: `concat_ws(' ', coalesce(nullif(c.client_first_name, ''), nullif(s.first_name, '')),
        coalesce(nullif(c.client_last_name, ''), nullif(s.last_name, '')))`,
      storage: 'text',
    },
  ],
  ['client_email', { sql: `coalesce(nullif(c.primary_email, ''), s.email)`, storage: 'text' }],
  ['client_phone', { sql: `coalesce(nullif(c.primary_phone, ''), s.phone)`, storage: 'phone' }],
  ['owner_agent_id', { sql: 'c.owner_agent_id', storage: 'agent' }],
]);

function conditionOf(filter: SubmissionFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = filter.patterns.map((pattern) => matching(parameter(pattern)));
  if (filter.form_id !== undefined) conditions.push(`s.form_id = ${parameter(filter.form_id)}`);
  if (filter.category !== undefined) conditions.push(`s.category = ${parameter(filter.category)}`);
  if (filter.changed) conditions.push(`s.updated_at >= ${startOf(filter.changed, parameter)}`);
  if (filter.type !== undefined) {
    const types = filter.type === 'Web Form' ? WEB_FORM_TYPES : [filter.type.toLowerCase()];
    conditions.push(`${TYPE} = any(${parameter(types)}::text[])`);
  }
  if (filter.fields) conditions.push(filterCondition(filter.fields, FILTER_COLUMNS, values));
  return { where: conditions.join(' and ') || 'true', values };
}

function startOf(
  { modified, now, timeZone }: NonNullable<SubmissionFilter['changed']>,
  parameter: (value: unknown) => string,
): string {
  const at = `${parameter(now)}::timestamptz`;
  if (modified !== 'today') return `${at} - make_interval(days => ${parameter(Number(modified))}::int)`;
  const zone = `${parameter(timeZone)}::text`;
  return `date_trunc('day', ${at} at time zone ${zone}) at time zone ${zone}`;
}

/** Matches text of the submission itself or of its client. Each of the two has an index, and both can serve one scan. */
function matching(pattern: string): string {
  return `(s.search_text like ${pattern} or s.client_id = any(array(
    select k.id from client_outlines o join clients k on k.id = o.client_id
     where o.search_text like ${pattern} and ${CLIENT_TEXT} like ${pattern})))`;
}

/** The client search covers more fields than a submission shows. */
const CLIENT_TEXT = `fold_text(concat_ws(' ', k.client_first_name, k.client_last_name, k.primary_email,
  regexp_replace(coalesce(k.primary_phone, ''), '\\D', '', 'g')))`;
