import type { QueryOf } from '@ledgerline/contract/endpoint';
import { POLICY_SORTS } from '@ledgerline/contract/lists';
import type { ListedPolicy, listPolicies } from '@ledgerline/contract/policies/endpoints';
import { filteredFields } from '@ledgerline/contract/rules/filters';
import { RENEWAL_DAYS, RENEWAL_PAST_DAYS } from '@ledgerline/contract/rules/policies';
import { sortKeys } from '@ledgerline/contract/rules/sort-keys';
import {
  clientName,
  searchCondition,
  searchPatterns,
  shownPolicyStatus,
} from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';
import {
  type AppliedFilter,
  type FilterColumn,
  filterCondition,
} from '#platform/database/filter-condition.ts';
import { type Attached, toPolicy } from './presenter.ts';
import type { PolicyRow } from './repository.ts';
import { IS_OPEN_RENEWAL, IS_RENEWABLE, NET_PREMIUM } from './schema.ts';

export { IS_RENEWABLE, NET_PREMIUM };

type Query = QueryOf<typeof listPolicies>;

const COLUMNS = [
  ...['id', 'client_id', 'line', 'carrier', 'plan_name', 'plan_type', 'policy_number', 'shown_number'],
  ...['effective_date', 'end_date', 'status', 'premium_cents', 'subsidy_cents', 'agent_of_record_id'],
  ...['covered', 'notes', 'renewal_status', 'lost_reason', 'next_policy_id'],
  ...['created_by', 'created_at', 'updated_at'],
].map((column) => `p.${column}`);
const SELECT = COLUMNS.join(', ');

/** Policies in force first, then by end; all of one client. */
export function listOfClient(db: Database, clientId: number): Promise<PolicyRow[]> {
  return db.query(
    `select ${SELECT} from policies p where p.client_id = $1
      order by array_position(array['active', 'submitted', 'quoted', 'lapsed', 'cancelled'], p.status),
               p.end_date desc nulls first, p.id desc`,
    [clientId],
  );
}

/** All policies of these clients. */
export function listOfClients(db: Database, clientIds: readonly number[]): Promise<PolicyRow[]> {
  return db.query(`select ${SELECT} from policies p where p.client_id = any($1::bigint[]) order by p.id`, [
    clientIds,
  ]);
}

/** Locks the policies of these clients until the transaction ends. */
export async function lockOfClients(db: Database, clientIds: readonly number[]): Promise<void> {
  await db.query('select id from policies where client_id = any($1::bigint[]) order by id for update', [
    clientIds,
  ]);
}

export async function agentExists(db: Database, id: number): Promise<boolean> {
  return (await db.arrays('select 1 from agents where id = $1', [id])).length > 0;
}

/** Policies of carriers whose numbers end alike, by position: `endings` are those of the number of one carrier. */
export function findEndingAlike(
  db: Database,
  carriers: readonly string[],
  endings: readonly string[],
): Promise<PolicyRow[]> {
  return db.query(
    `select distinct ${SELECT} from unnest($1::text[], $2::text[]) as wanted (carrier, ending)
       join policies p on fold_text(p.carrier) = fold_text(wanted.carrier) and upper(p.shown_number) = wanted.ending
      where p.policy_number is not null order by p.id desc`,
    [carriers, endings],
  );
}

/** Policies with the names of their clients, in the order of the ids. */
export async function listByIds(db: Database, ids: readonly number[]): Promise<ListedPolicy[]> {
  const rows = await db.query<PolicyRow & { client_name: string }>(
    `select ${SELECT}, ${clientName('c')} as client_name
       from policies p join clients c on c.id = p.client_id
      where p.id = any($1::bigint[]) order by array_position($1::bigint[], p.id)`,
    [ids],
  );
  const attached = await findAttached(db, ids);
  return rows.map(({ client_name, ...policy }) => ({
    ...toPolicy(policy, attached.get(policy.id)),
    client_name,
  }));
}

/** The linked clients whom policies cover, and their documents, by policy. */
export async function findAttached(
  db: Database,
  policyIds: readonly number[],
): Promise<Map<number, Attached>> {
  const people = await db.query<{ policy_id: number; id: number; name: string }>(
    `select distinct p.policy_id, c.id, ${clientName('c')} as name
       from policy_people p join clients c on c.id = p.client_id
      where p.policy_id = any($1::bigint[]) order by c.id`,
    [policyIds],
  );
  const files = await db.query<{ policy_id: number; id: number; file_name: string }>(
    `select p.policy_id, d.id, d.file_name from policy_documents p join documents d on d.id = p.document_id
      where p.policy_id = any($1::bigint[]) order by d.id`,
    [policyIds],
  );
  const clientsOf = Map.groupBy(people, ({ policy_id }) => policy_id);
  const filesOf = Map.groupBy(files, ({ policy_id }) => policy_id);
  return new Map(
    policyIds.map((policy) => [
      policy,
      {
        covered_clients: (clientsOf.get(policy) ?? []).map(({ id, name }) => ({ id, name })),
        documents: (filesOf.get(policy) ?? []).map(({ id, file_name }) => ({ id, file_name })),
      },
    ]),
  );
}

/** Those of these ids that are documents of the client. */
export async function documentsOfClient(
  db: Database,
  clientId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db.arrays('select id from documents where client_id = $1 and id = any($2::bigint[])', [
    clientId,
    ids,
  ]);
  return rows.map(([id]) => Number(id));
}

/** The order of each column; a missing value comes last. */
const ORDERS: Record<Query['sort'], string> = {
  client: 'o.sort_name collate "ledger_order"',
  line: 'p.line',
  carrier: 'p.carrier collate "ledger_order"',
  status: 'p.status',
  // What the client pays, as shown.
  premium: NET_PREMIUM,
  effective_date: 'p.effective_date',
  end_date: 'p.end_date',
};

/** The columns of POLICY_FILTER_FIELDS. */
const FILTER_COLUMNS: ReadonlyMap<string, FilterColumn> = new Map(
  Object.entries({
    line: 'choice',
    carrier: 'text',
    plan_name: 'text',
    plan_type: 'text',
    policy_number: 'presence',
    premium_cents: 'cents',
    subsidy_cents: 'cents',
    agent_of_record_id: 'agent',
    owner_agent_id: 'agent',
    effective_date: 'day',
    end_date: 'day',
    created_at: 'instant',
    renewal_status: 'choice',
    lost_reason: 'text',
  } as const).map(([name, storage]) => [
    name,
    { sql: `${name === 'owner_agent_id' ? 'o' : 'p'}.${name}`, storage },
  ]),
);

/** Open renewals of policies that end soon or ended recently; `today` is a parameter. */
const dueRenewals = (today: string) =>
  `p.end_date between ${today}::date - ${RENEWAL_PAST_DAYS} and ${today}::date + ${RENEWAL_DAYS}
   and ${IS_OPEN_RENEWAL.replaceAll(/\b(renewal_status|status)\b/g, 'p.$1')}`;

export async function countOpenRenewals(db: Database, today: string): Promise<number> {
  const [row] = await db.arrays<[number]>(`select count(*) from policies p where ${dueRenewals('$1')}`, [
    today,
  ]);
  return Number(row?.[0] ?? 0);
}

export interface PolicyView extends Pick<Query, 'q' | 'renewals' | 'sort' | 'direction' | 'then_by'> {
  today: string;
  fields: AppliedFilter | undefined;
}

/** One page, and how many match: ids in order first, then the rows of only this page. */
export async function findPage(
  db: Database,
  { limit, offset, ...view }: PolicyView & { limit: number; offset: number },
): Promise<{ policies: ListedPolicy[]; total: number }> {
  const { from, order, values } = statementOf(view);
  const [counted] = await db.arrays<[number]>(`select count(*) ${from}`, [...values]);
  const page = `limit $${values.push(limit)} offset $${values.push(offset)}`;
  const ids = await db.arrays<[string]>(`select p.id ${from} order by ${order} ${page}`, values);
  return {
    total: Number(counted?.[0] ?? 0),
    policies: await listByIds(
      db,
      ids.map(([id]) => Number(id)),
    ),
  };
}

/** The ids of all that match, in order. */
export async function findIds(db: Database, view: PolicyView): Promise<number[]> {
  const { from, order, values } = statementOf(view);
  const ids = await db.arrays<[string]>(`select p.id ${from} order by ${order}`, values);
  return ids.map(([id]) => Number(id));
}

function statementOf(view: PolicyView): { from: string; order: string; values: unknown[] } {
  const values: unknown[] = [];
  const where = conditionOf(view, values);
  const keys = sortKeys(view, POLICY_SORTS);
  const order = [
    ...keys.map(({ sort, direction }) => `${ORDERS[sort]} ${direction} nulls last`),
    `p.id ${keys.at(-1)?.direction ?? view.direction}`,
  ].join(', ');
  // Only these need the client: without the join, counting reads one table and the first page of the default order an index.
  const needsClient = /\bo\./.test(`${where} ${order}`);
  const join = needsClient ? 'join client_outlines o on o.client_id = p.client_id' : '';
  return { from: `from policies p ${join} where ${where}`, order, values };
}

function conditionOf({ q, renewals, today, fields }: PolicyView, values: unknown[]): string {
  const conditions: string[] = [];
  if (renewals === 'open') conditions.push(dueRenewals(`$${values.push(today)}`));
  for (const pattern of searchPatterns(q)) {
    const at = values.push(pattern);
    conditions.push(
      `(p.search_text like $${at} or p.client_id in (select client_id from client_outlines where ${searchCondition([pattern], at)}))`,
    );
  }
  if (fields) {
    // A parameter that no condition uses would be rejected.
    const isByStatus = filteredFields(fields.filter).includes('status');
    const sql = isByStatus ? shownPolicyStatus(`$${values.push(today)}::date`) : 'p.status';
    const columns = new Map(FILTER_COLUMNS).set('status', { sql, storage: 'choice' });
    conditions.push(filterCondition(fields, columns, values));
  }
  return conditions.join(' and ') || 'true';
}
