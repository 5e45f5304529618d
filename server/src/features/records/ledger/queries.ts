import { type CatalogField, findField } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import type { SortKey } from '@ledgerline/contract/rules/sort-keys';
import { clientFilterCondition } from '#features/records/clients/filter-columns.ts';
import {
  ENCRYPTED_SELECT,
  type OwnerId,
  ownerCondition,
  readColumn,
  searchCondition,
  searchPatterns,
  statusCondition,
  TEXT_SELECT,
} from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';
import type { AppliedFilter } from '#platform/database/filter-condition.ts';

/** The source of a view: the outlines if they have every column, otherwise the clients table, which is sorted on request. */
interface Source {
  from: string;
  /** The table whose columns the conditions name. */
  table: 'client_outlines' | 'clients';
  id: 'client_id' | 'id';
}

const OWNER_NAME = `(a.last_name || ' ' || a.first_name) as owner_name`;
const COLLATED = 'collate "ledger_order"';

type Key = SortKey<LedgerView['sort']>;

/** A view with its owner by ID and its sort keys. */
export interface OwnedView extends Omit<LedgerView, 'owner' | 'filter'> {
  keys: readonly Key[];
  owner: OwnerId | undefined;
  filter: AppliedFilter | undefined;
}

/** The columns that the outlines have or are joined with. */
const NARROW_COLUMNS: Partial<Record<LedgerView['sort'], string>> = {
  name: `sort_name ${COLLATED}`,
  primary_phone: `primary_phone ${COLLATED}`,
  primary_email: `primary_email ${COLLATED}`,
  current_health_plan_name: `current_health_plan_name ${COLLATED}`,
  owner_agent_id: `owner_name ${COLLATED}`,
  status: 'status',
  next_f_u_date: 'next_f_u_date',
};

function columnOf(sort: LedgerView['sort'], { table, id }: Source): string {
  // As IDs are assigned in the order of creation.
  if (sort === 'created_at') return id;
  const narrow = NARROW_COLUMNS[sort];
  if (narrow && (table === 'client_outlines' || ['name', 'owner_agent_id', 'status'].includes(sort)))
    return narrow;
  const field = findField(sort);
  if (!field) return id;
  const column = `"${readColumn(field)}"`;
  const isText = !['date', 'money', 'percent'].includes(field.kind);
  return isText ? `nullif(${column}, '') ${COLLATED}` : column;
}

function sourceOf(keys: readonly Key[]): Source {
  const has = (sort: Key['sort']) => keys.some((key) => key.sort === sort);
  const isNarrow = keys.every(({ sort }) => sort === 'created_at' || NARROW_COLUMNS[sort] !== undefined);
  const owners = has('owner_agent_id') ? 'left join agents a on a.id = owner_agent_id' : '';
  if (isNarrow) {
    const from = owners
      ? `(select o.*, ${OWNER_NAME} from client_outlines o ${owners}) as owned`
      : 'client_outlines';
    return { from, table: 'client_outlines', id: 'client_id' };
  }
  if (!owners && !has('name')) return { from: 'clients', table: 'clients', id: 'id' };
  const names = 'join (select client_id, sort_name from client_outlines) o on o.client_id = c.id';
  const columns = ['c.*', ...(has('name') ? ['o.sort_name'] : []), ...(owners ? [OWNER_NAME] : [])];
  const from = `(select ${columns.join(', ')} from clients c ${has('name') ? names : ''} ${owners}) as clients`;
  return { from, table: 'clients', id: 'id' };
}

/** `column direction, …, id`; empty values last in both directions. */
function orderBy(keys: readonly Key[], source: Source): string {
  const columns = keys.map(({ sort, direction }) => {
    const column = columnOf(sort, source);
    const nulls = direction === 'asc' || column === source.id ? '' : ' nulls last';
    return `${column} ${direction}${nulls}`;
  });
  return [...columns, `${source.id} ${keys.at(-1)?.direction ?? 'asc'}`].join(', ');
}

/**
 * A sort by a column without an index reads every wide row: worth more parallel workers than the planner
 * assigns.
 */
export const isWideRead = (view: OwnedView): boolean => sourceOf(view.keys).table === 'clients';

/** Sets this for the transaction of a wide read. */
export async function enableParallelScan(db: Database): Promise<void> {
  await db.query('set local parallel_tuple_cost = 0');
}

/** The condition for the clients of a view; parameters are numbered from 1. */
function filterOf(view: OwnedView, from: Source['table']): { where: string; values: unknown[] } {
  const words = searchPatterns(view.q ?? '');
  const values: unknown[] = [...words];
  const search = searchCondition(words, 1);
  const found = from === 'clients' ? `id in (select client_id from client_outlines where ${search})` : search;
  const conditions = [
    statusCondition(view.status),
    ownerCondition(view.owner),
    ...(words.length > 0 ? [found] : []),
    ...(view.filter ? [clientFilterCondition(view.filter, from, values)] : []),
  ];
  return { where: conditions.join(' and '), values };
}

/** The ordered ids of every client in a view as text, `7,3,12`; empty values last in both directions. */
export async function findIdsText(db: Database, view: OwnedView): Promise<string> {
  const source = sourceOf(view.keys);
  const { where, values } = filterOf(view, source.table);
  const [row] = await db.arrays<[ids: string]>(
    `select coalesce(string_agg(id::text, ','), '') from (
       select ${source.id} as id from ${source.from} where ${where}
        order by ${orderBy(view.keys, source)}) as ordered`,
    values,
  );
  return row?.[0] ?? '';
}

/** The same as numbers, read as one JSON list: 100,000 separate texts would take ten times the memory. */
export async function findIds(db: Database, view: OwnedView): Promise<number[]> {
  const ids: number[] = JSON.parse(`[${await findIdsText(db, view)}]`);
  return ids;
}

/** The rank of each client of a view by each of these keys, null where it is empty. */
export async function findRanks(
  db: Database,
  view: OwnedView,
  keys: readonly Key[],
): Promise<Map<number, number | null>[]> {
  const source = sourceOf(keys);
  const { where, values } = filterOf(view, source.table);
  const ranks = keys.map(({ sort }, n) => {
    const column = columnOf(sort, source);
    const isEmpty = `${column.replace(` ${COLLATED}`, '')} is null`;
    return `case when not (${isEmpty}) then dense_rank() over (order by ${column}) end as rank${n}`;
  });
  const names = keys.map((_, n) => `rank${n}`).join(', ');
  const [row] = await db.arrays<[rows: [number, ...(number | null)[]][]]>(
    `select coalesce(json_agg(json_build_array(id, ${names})), '[]') from (
       select ${source.id} as id, ${ranks.join(', ')} from ${source.from} where ${where}) as ranked`,
    values,
  );
  return keys.map((_, n) => new Map((row?.[0] ?? []).map(([id, ...all]) => [id, all[n] ?? null])));
}

/** When a client was last saved, in microseconds, which detects a change without reading the encrypted value. */
const MARK = `(date_part('epoch', updated_at) * 1000000)::bigint`;

/** `[id, mark, id, mark, ...]` of a view, read as one list: 100,000 rows would take ten times the memory. */
export async function findMarks(db: Database, view: OwnedView): Promise<number[]> {
  const { where, values } = filterOf(view, 'clients');
  const [row] = await db.arrays<[marks: string]>(
    `select coalesce(string_agg(id || ',' || ${MARK}, ','), '') from clients where ${where}`,
    values,
  );
  const marks: number[] = JSON.parse(`[${row?.[0] ?? ''}]`);
  return marks;
}

/** A client with its mark, the value if it is not encrypted, its ciphertext and key. */
export type MarkedRow = [
  id: number,
  mark: number,
  stored: unknown,
  sealed: string | null,
  wrapped: string | null,
];

export function findMarked(db: Database, ids: number[], field: CatalogField): Promise<MarkedRow[]> {
  return db.arrays<MarkedRow>(
    `select id, ${MARK}, "${field.name}", ${ENCRYPTED_SELECT} from clients where id = any($1::bigint[])`,
    [ids],
    `marked_${field.name}`,
  );
}

/** `[id, ...]` with the cached text of each row that exists, as `storedCells` reads it. */
export function findTexts(db: Database, ids: number[]): Promise<[id: number, ...unknown[]][]> {
  return db.arrays(
    `select id, ${TEXT_SELECT} from clients where id = any($1::bigint[])`,
    [ids],
    'ledger_texts',
  );
}

/** `[id, ...]` with these fields of each id that exists, in the requested order, as `readSomeCells` reads them. */
export async function findRows(
  db: Database,
  ids: number[],
  fields: readonly CatalogField[],
): Promise<unknown[][]> {
  const encrypted = fields.some(({ isEncrypted }) => isEncrypted) ? ENCRYPTED_SELECT : 'null, null';
  const columns = ['id', encrypted, ...fields.map((field) => `"${readColumn(field)}"`)].join(', ');
  const rows = await db.arrays(`select ${columns} from clients where id = any($1::bigint[])`, [ids]);
  const byId = new Map(rows.map((row) => [row[0], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** Which of these clients an agent created since an instant, except by an import. */
export async function findCreatedBy(
  db: Database,
  agentId: number,
  { ids, since }: { ids: readonly number[]; since: Date },
): Promise<number[]> {
  const rows = await db.query<{ entity_id: number }>(
    `select entity_id from audit_events
      where entity = 'client' and action = 'created' and entity_id = any($1::bigint[])
        and actor_kind = 'agent' and actor_id = $2 and at >= $3 and coalesce(operation, '') not like 'import:%'`,
    [ids, agentId, since],
  );
  return rows.map(({ entity_id }) => entity_id);
}
