import { createHash } from 'node:crypto';
import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { CLIENT_SORTS, type ClientSort } from '@ledgerline/contract/lists';
import { CLIENT_PAGE_SIZE } from '@ledgerline/contract/rules';
import { type Sorting, type SortKey, sortKeys } from '@ledgerline/contract/rules/sort-keys';
import type { Database } from '#platform/database/database.ts';
import { ROW_SELECT, type StoredRow, toRow } from '../presenter.ts';

type Way = 'asc' | 'desc';

/** A position in a list order. */
export interface Page extends Sorting<ClientSort> {
  limit: number;
  offset: number;
}

/**
 * Selects clients by status, and by words and owner if `search` is not empty; parameters are numbered from 1.
 */
export interface Filter {
  status: string;
  search: string;
  values: unknown[];
}

const BY_NAME = 'sort_name collate "ledger_order"';

/** The column behind each sort, with the collation of its index. */
const SORT_COLUMN: Record<ClientSort, string> = {
  name: BY_NAME,
  status: 'status',
  primary_phone: 'primary_phone collate "ledger_order"',
  primary_email: 'primary_email collate "ledger_order"',
  current_health_plan_name: 'current_health_plan_name collate "ledger_order"',
  next_f_u_date: 'next_f_u_date',
  updated_at: 'updated_at',
};

/** Every save changes `updated_at`, so it is not in the outlines: this order reads the clients table. */
const isOfClients = (sort: ClientSort): boolean => sort === 'updated_at';

const FLIPPED = { asc: 'desc', desc: 'asc' } as const;

/** Further sort keys have no index. */
export const hasFurtherKeys = ({ then_by }: Page): boolean => Boolean(then_by);

/** The order with empty values last in both directions (decisions D8, K16); equal statuses at the end by name. */
export function orderOf(page: Page): string {
  const keys = keysOf(page);
  const last = keys.at(-1) ?? page;
  const id = keys.some(({ sort }) => isOfClients(sort)) ? 'id' : 'client_id';
  const names = last.sort === 'status' ? [`${BY_NAME} ${last.direction} nulls last`] : [];
  const columns = keys.map(({ sort, direction }) => `${SORT_COLUMN[sort]} ${direction} nulls last`);
  return [...columns, ...names, `${id} ${last.direction}`].join(', ');
}

const keysOf = (page: Page): SortKey<ClientSort>[] => sortKeys(page, CLIENT_SORTS);

function ordered(sort: ClientSort, direction: Way): string {
  const id = isOfClients(sort) ? 'id' : 'client_id';
  const columns = sort === 'status' ? ['status', BY_NAME, id] : [SORT_COLUMN[sort], id];
  return columns.map((column) => `${column} ${direction}`).join(', ');
}

/** The columns of an outline for counting and ordering. */
export function outlineKeys(page: Page): string[] {
  const ofOutlines = keysOf(page).filter(({ sort }) => !isOfClients(sort));
  const columns = ofOutlines.map(({ sort }) => (sort === 'status' ? 'sort_name' : bareColumn(sort)));
  return [...new Set(['client_id', 'status', ...columns])];
}

const bareColumn = (sort: ClientSort): string => SORT_COLUMN[sort].split(' ')[0] ?? '';

/** Whether an order needs `updated_at`, which only the clients table has. */
export const readsClients = (page: Page): boolean => keysOf(page).some(({ sort }) => isOfClients(sort));

/** Outlines, named by their query, with the columns to order by. */
export function withKeys(outlines: string, page: Page): string {
  if (!readsClients(page)) return outlines;
  return `(select *, client_id as id, (select c.updated_at from clients c where c.id = client_id) as updated_at
             from ${outlines}) as keyed`;
}

/** A page by several keys: sorts every outline, because no index has more than one of them. */
export async function findSorted(db: Database, filter: Filter, page: Page): Promise<ClientRow[]> {
  const { values } = filter;
  const outlines = readsClients(page)
    ? `(select o.*, c.id, c.updated_at from client_outlines o
          join (select id, updated_at from clients) c on c.id = o.client_id) as keyed`
    : 'client_outlines';
  const ids = await db.arrays<[string]>(
    `select client_id from ${outlines} where ${conditionOf(filter, 'name')}
      order by ${orderOf(page)} limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.limit, page.offset],
  );
  return findRows(
    db,
    ids.map(([id]) => id),
  );
}

/** The rows of these clients, in this order. */
export function findRows(db: Database, ids: readonly string[]): Promise<ClientRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return rowsOf(db, '$1::bigint[]', 'asc', [ids], 'find_client_rows');
}

/** Reads ids first, then the wide rows of only these. */
async function rowsOf(
  db: Database,
  ids: string,
  direction: Way,
  values: unknown[],
  name?: string,
): Promise<ClientRow[]> {
  const rows = await db.query<StoredRow>(
    `select ${ROW_SELECT} from unnest(${ids}) with ordinality as page (client_id, position)
       join clients on id = client_id order by position ${direction}`,
    values,
    name,
  );
  return rows.map(toRow);
}

/** A page from the index of its order; `total` is how many clients the filter matches. */
export async function findInOrder(
  db: Database,
  filter: Filter,
  page: Page,
  total: number,
): Promise<ClientRow[]> {
  const neverEmpty = page.sort === 'status' || page.sort === 'updated_at';
  if (page.direction === 'desc' && !neverEmpty) return findDescending(db, filter, page, total);
  return readRun(db, { filter, page, order: (way) => ordered(page.sort, way), length: total });
}

const nameOf = (text: string) => `client_page_${createHash('sha1').update(text).digest('base64url')}`;

/** Consecutive rows of one index, in one direction. */
interface Run {
  filter: Filter;
  page: Page;
  order: (direction: Way) => string;
  length: number;
}

/** Reads the index from the nearer end, so that the last page costs as much as the first. */
async function readRun(db: Database, { filter, page, order, length }: Run): Promise<ClientRow[]> {
  const { sort, direction, limit, offset } = page;
  if (limit <= 0 || offset >= length) return [];
  const isBehindMiddle = offset > length / 2;
  const way = isBehindMiddle ? FLIPPED[direction] : direction;
  const size = isBehindMiddle ? Math.min(limit, length - offset) : limit;
  const skipped = isBehindMiddle ? length - offset - size : offset;
  const { values } = filter;
  const ids = `select ${isOfClients(sort) ? 'id from clients' : 'client_id from client_outlines'}
                where ${conditionOf(filter, sort)} order by ${order(way)}`;
  const sortOrder = isBehindMiddle ? 'desc' : 'asc';
  // Both ends of the default list are prepared, because the planner needs literal numbers for this.
  if (skipped === 0 && size === CLIENT_PAGE_SIZE && filter.search === '')
    return rowsOf(
      db,
      `array(${ids} limit ${CLIENT_PAGE_SIZE})`,
      sortOrder,
      [],
      nameOf(`${ids} ${sortOrder}`),
    );
  const slice = `limit $${values.length + 1} offset $${values.length + 2}`;
  return rowsOf(db, `array(${ids} ${slice})`, sortOrder, [...values, size, skipped]);
}

function conditionOf({ status, search }: Filter, sort: ClientSort): string {
  if (!search) return status;
  if (!isOfClients(sort)) return `${status} and ${search}`;
  return `${status} and exists (select 1 from client_outlines where client_id = id and ${search})`;
}

/** Descending with empty values last, on an index read backwards: the filled rows, then the empty ones. */
async function findDescending(db: Database, filter: Filter, page: Page, total: number): Promise<ClientRow[]> {
  const { sort, limit, offset } = page;
  const column = bareColumn(sort);
  const filled = { filter: and(filter, `${column} is not null`), order: (way: Way) => ordered(sort, way) };
  const empty = { filter: and(filter, `${column} is null`), order: (way: Way) => `client_id ${way}` };
  const restOf = (rows: ClientRow[], at: number) => ({
    ...page,
    limit: limit - rows.length,
    offset: Math.max(0, at),
  });
  const length = Number.POSITIVE_INFINITY;
  if (offset < total / 2) {
    const rows = await readRun(db, { ...filled, page, length });
    // If the page contains any filled rows, the empty ones start on it, so no count is needed.
    if (rows.length > 0 || offset === 0)
      return [...rows, ...(await readRun(db, { ...empty, page: restOf(rows, 0), length }))];
  }
  const emptyCount = await count(db, empty.filter, sort);
  const filledCount = total - emptyCount;
  const rows = await readRun(db, { ...filled, page, length: filledCount });
  const rest = restOf(rows, offset - filledCount);
  return [...rows, ...(await readRun(db, { ...empty, page: rest, length: emptyCount }))];
}

const and = (filter: Filter, condition: string): Filter => ({
  ...filter,
  status: `${filter.status} and ${condition}`,
});

async function count(db: Database, filter: Filter, sort: ClientSort): Promise<number> {
  const [row] = await db.arrays<[number]>(
    `select count(*) from client_outlines where ${conditionOf(filter, sort)}`,
    filter.values,
  );
  return row?.[0] ?? 0;
}
