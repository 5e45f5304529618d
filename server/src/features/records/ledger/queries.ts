import { type CatalogField, type FieldName, findField } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
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

/**
 * The source of a view: the outlines if they have the column, otherwise the clients table, which is sorted on
 * request.
 */
interface Order {
  from: string;
  id: string;
  column: string;
}

/** Owners are sorted by name. */
const WITH_OWNERS = `(select o.*, a.last_name || ' ' || a.first_name as owner_name
                        from client_outlines o left join agents a on a.id = o.owner_agent_id) as owned`;
const COLLATED = 'collate "ledger_order"';
const IN_OUTLINES: readonly string[] = [
  'primary_phone',
  'primary_email',
  'current_health_plan_name',
] satisfies FieldName[];

/** A view with its owner by ID. */
export interface OwnedView extends Omit<LedgerView, 'owner' | 'filter'> {
  owner: OwnerId | undefined;
  filter: AppliedFilter | undefined;
}

function orderOf(sort: LedgerView['sort']): Order {
  const outlines = { from: 'client_outlines', id: 'client_id' };
  if (sort === 'name') return { ...outlines, column: `sort_name ${COLLATED}` };
  if (IN_OUTLINES.includes(sort)) return { ...outlines, column: `${sort} ${COLLATED}` };
  if (sort === 'owner_agent_id') return { ...outlines, from: WITH_OWNERS, column: `owner_name ${COLLATED}` };
  if (sort === 'status' || sort === 'next_f_u_date') return { ...outlines, column: sort };
  const field = findField(sort);
  if (!field) return { ...outlines, column: 'client_id' };
  const column = `"${readColumn(field)}"`;
  const isText = !['date', 'money', 'percent'].includes(field.kind);
  return { from: 'clients', id: 'id', column: isText ? `nullif(${column}, '') ${COLLATED}` : column };
}

/**
 * A sort by a column without an index reads every wide row: worth more parallel workers than the planner
 * assigns.
 */
export const isWideRead = (view: OwnedView): boolean => orderOf(view.sort).from === 'clients';

/** Sets this for the transaction of a wide read. */
export async function enableParallelScan(db: Database): Promise<void> {
  await db.query('set local parallel_tuple_cost = 0');
}

/** The condition for the clients of a view; parameters are numbered from 1. */
function filterOf(view: OwnedView, from: string): { where: string; values: unknown[] } {
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
  const { from, id, column } = orderOf(view.sort);
  const { where, values } = filterOf(view, from);
  const nulls = view.direction === 'asc' || column === id ? '' : ' nulls last';
  const [row] = await db.arrays<[ids: string]>(
    `select coalesce(string_agg(id::text, ','), '') from (
       select ${id} as id from ${from} where ${where}
        order by ${column} ${view.direction}${nulls}, ${id} ${view.direction}) as ordered`,
    values,
  );
  return row?.[0] ?? '';
}

/** The same as numbers, read as one JSON list: 100,000 separate texts would take ten times the memory. */
export async function findIds(db: Database, view: OwnedView): Promise<number[]> {
  const ids: number[] = JSON.parse(`[${await findIdsText(db, view)}]`);
  return ids;
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
