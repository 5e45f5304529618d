import { type CatalogField, CLIENT_FIELDS, findField } from '@ledgerline/contract/clients/fields/catalog';
import type { FieldKind } from '@ledgerline/contract/clients/fields/field';
import { CLIENT_FILTER_FIELDS } from '@ledgerline/contract/clients/filter-fields';
import { filteredFields } from '@ledgerline/contract/rules/filters';
import type { AgentActor, Context } from '#platform/context.ts';
import {
  type AppliedFilter,
  applyFilter,
  type FilterColumn,
  filterCondition,
  usesOnly,
} from '#platform/database/filter-condition.ts';
import { AppError } from '#platform/errors.ts';
import { readColumn } from './presenter.ts';
import { hasUnlisted } from './repository.ts';

const STORAGE: Record<FieldKind, FilterColumn['storage']> = {
  text: 'text',
  richtext: 'text',
  email: 'text',
  url: 'text',
  phone: 'phone',
  date: 'day',
  money: 'cents',
  percent: 'number',
  enum: 'choice',
  agent: 'agent',
  secret: 'presence',
};

/** The stored empty status counts as new (decisions A3). */
export const CLIENT_STATUS = `coalesce(nullif(status, ''), 'new')`;

/** A note as screens show it: without tags, and with the characters that its markup escapes. */
const textOfNote = (column: string): string =>
  Object.entries({ '&lt;': '<', '&gt;': '>', '&amp;': '&' }).reduce(
    (text, [escaped, character]) => `replace(${text}, '${escaped}', '${character}')`,
    `regexp_replace(${column}, '<[^>]*>', ' ', 'g')`,
  );

function columnOf(field: CatalogField): FilterColumn {
  // Names are fixed texts of the catalog.
  if (field.isEncrypted)
    return { sql: `nullif(strpos(filled_encrypted, ',${field.name},'), 0)`, storage: 'presence' };
  const column = `"${readColumn(field)}"`;
  if (field.name === 'status') return { sql: CLIENT_STATUS, storage: 'choice' };
  const sql = field.kind === 'richtext' ? textOfNote(column) : column;
  return { sql, storage: STORAGE[field.kind] };
}

/** The status of a policy `p` as it is shown on a day, as `policyStatusLabel`; `today` is an SQL expression. */
export const shownPolicyStatus = (today: string): string =>
  `case when p.status <> 'active' then p.status when p.effective_date > ${today} then 'upcoming'
        when p.end_date < ${today} then 'ended' else 'active' end`;

/** Of policies of a client: an uncorrelated subquery, which PostgreSQL hashes. */
const havingPolicy = (condition: string): string =>
  `id in (select p.client_id from policies p where p.status in ('submitted', 'active') and ${condition})`;

/** Fields of a client's policies; each condition may be met by another policy. */
const POLICY_COLUMNS: [string, FilterColumn][] = [
  [
    'policy_status',
    {
      ...{ sql: 's.shown', storage: 'choice' },
      having: (condition, today) =>
        `id in (select client_id from (select p.client_id, ${shownPolicyStatus(today())} as shown from policies p) s where ${condition})`,
    },
  ],
  ['policy_line', { sql: 'p.line', storage: 'choice', having: havingPolicy }],
  ['policy_carrier', { sql: 'p.carrier', storage: 'text', having: havingPolicy }],
  ['policy_end_date', { sql: 'p.end_date', storage: 'day', having: havingPolicy }],
];

/** The columns of CLIENT_FILTER_FIELDS. */
const COLUMNS: ReadonlyMap<string, FilterColumn> = new Map<string, FilterColumn>([
  ...CLIENT_FIELDS.map((field) => [field.name, columnOf(field)] as const),
  ['created_at', { sql: 'created_at', storage: 'instant' }],
  ['updated_at', { sql: 'updated_at', storage: 'instant' }],
  ...POLICY_COLUMNS,
]);

/** Fields that the outlines have under the same name, so that the wide rows are not read. */
const IN_OUTLINES = [
  'status',
  'owner_agent_id',
  'next_f_u_date',
  'primary_phone',
  'primary_email',
  'current_health_plan_name',
];

/** The filter of a request for clients. */
export async function clientFilter(
  ctx: Context<AgentActor>,
  text: string | undefined,
): Promise<AppliedFilter | undefined> {
  const applied = applyFilter(ctx, text, CLIENT_FILTER_FIELDS);
  const isByEncrypted = filteredFields(applied?.filter).some((name) => findField(name)?.isEncrypted);
  // After an update, until the job has listed them; a wrong result would not be visible as such.
  if (isByEncrypted && (await hasUnlisted(ctx.db)))
    throw new AppError('wrong_state', { message: BEING_LISTED });
  return applied;
}

const BEING_LISTED =
  'Filters by encrypted fields are being prepared after the update. Try again in a few minutes.';

/** Whether a filter needs columns that the outlines do not have. */
export const readsWideRows = ({ filter }: AppliedFilter): boolean => !usesOnly(filter, IN_OUTLINES);

/** A filter as a condition on one of the two tables; its values are appended to the parameters. */
export function clientFilterCondition(applied: AppliedFilter, from: string, values: unknown[]): string {
  const condition = filterCondition(applied, COLUMNS, values);
  if (from === 'clients' || !readsWideRows(applied)) return condition;
  // As an array: a join looks every client up by its key where the planner underestimates the matches, at three times the time.
  return `client_id = any(array(select id from clients where ${condition}))`;
}
