import { type ClientRow, NO_COUNTS, type StatusCounts } from '@ledgerline/contract/clients/schemas';
import { CLIENT_STATUSES, type ClientStatus, type StatusFilter } from '@ledgerline/contract/clients/statuses';
import type { ClientSort } from '@ledgerline/contract/lists';
import type { Database } from '#platform/database/database.ts';
import { ROW_SELECT, type StoredRow, toRow } from './presenter.ts';
import { foldCounts } from './repository.ts';

/** Rows of client_count_deltas beyond which a reader folds them together. */
const FOLD_ABOVE = 300;

/** Counts by status from the kept deltas; folds them, in the background, when many have gathered. */
async function countByStatus(db: Database, onError: (error: unknown) => void): Promise<StatusCounts> {
  const rows = await db.arrays<[status: string, sum: number, rows: number]>(
    'select status, sum(delta), count(*) from client_count_deltas group by 1',
    [],
    'count_clients',
  );
  const deltas = rows.reduce((sum, [, , rowCount]) => sum + Number(rowCount), 0);
  if (deltas > FOLD_ABOVE) foldCounts(db).catch(onError);
  return countsOf(rows);
}

/** The sums by status with all of them; a client without a status is new. */
function countsOf(sums: readonly (readonly [status: string, sum: number, ...unknown[]])[]): StatusCounts {
  const counts = { ...NO_COUNTS };
  for (const [stored, sum] of sums) {
    const status = stored === '' ? 'new' : stored;
    if (isClientStatus(status)) counts[status] += Number(sum);
    counts.all += Number(sum);
  }
  return counts;
}

function isClientStatus(text: string): text is ClientStatus {
  return CLIENT_STATUSES.some((status) => status === text);
}

interface Page {
  status: StatusFilter;
  q?: string | undefined;
  sort: ClientSort;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** The column behind each sort, with the collation its index has. */
const SORT_COLUMN: Record<ClientSort, string> = {
  name: 'sort_name collate "ledger_order"',
  status: 'status',
  primary_phone: 'primary_phone collate "ledger_order"',
  primary_email: 'primary_email collate "ledger_order"',
  current_health_plan_name: 'current_health_plan_name collate "ledger_order"',
  next_f_u_date: 'next_f_u_date',
  updated_at: 'updated_at',
};

/** A WHERE clause with its parameters, numbered from 1. */
interface Filter {
  sql: string;
  values: unknown[];
}

/** Beyond so many matches the index of the order is walked until the page is full; below, the matches are sorted. */
const FREQUENT_MATCHES = 1500;

/** One page with the counts by status: of everybody, kept as deltas, or of those who match the search. */
export async function findPage(
  db: Database,
  page: Page,
  onError: (error: unknown) => void,
): Promise<{ rows: ClientRow[]; counts: StatusCounts }> {
  const words = searchPatterns(page.q ?? '');
  const status = statusCondition(page.status);
  if (words.length === 0) {
    const everybody = findInOrder(db, { sql: status, values: [] }, page);
    const [counts, rows] = await Promise.all([countByStatus(db, onError), everybody]);
    return { rows, counts };
  }
  const search = { sql: searchCondition(words, 1), values: words };
  const { counts, ids } = await countAndSort(db, search, page);
  if (ids) return { rows: await findRows(db, ids), counts };
  return { rows: await findInOrder(db, { ...search, sql: `${search.sql} and ${status}` }, page), counts };
}

/**
 * Counts the matches by status and, where those of the wanted status are few, picks the page out of them in the same
 * step: the trigram index is asked once. Unprepared, so that the planner sees the words; `ids` is null where they are many.
 */
async function countAndSort(
  db: Database,
  search: Filter,
  page: Page,
): Promise<{ counts: StatusCounts; ids: string[] | null }> {
  const key = page.sort === 'status' ? 'sort_name' : bareColumn(page.sort);
  const order = orderOf(page).replace(` ${page.direction}`, ` ${page.direction} nulls last`);
  const wanted = statusCondition(page.status);
  const next = search.values.length;
  const [row] = await db.arrays<[sums: [string, number][] | null, ids: string[] | null]>(
    `with matches as materialized (select id, status, ${key} from clients where ${search.sql}),
          sums as materialized (select status, count(*) as matched from matches group by status)
     select (select json_agg(json_build_array(status, matched)) from sums),
            case when (select coalesce(sum(matched), 0) from sums where ${wanted}) <= ${FREQUENT_MATCHES}
              then array(select id from matches where ${wanted}
                          order by ${order} limit $${next + 1} offset $${next + 2}) end`,
    [...search.values, page.limit, page.offset],
  );
  return { counts: countsOf(row?.[0] ?? []), ids: row?.[1] ?? null };
}

async function findRows(db: Database, ids: readonly string[]): Promise<ClientRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<StoredRow>(
    `select ${ROW_SELECT} from clients where id = any($1::bigint[]) order by array_position($1::bigint[], id)`,
    [ids],
    'find_client_rows',
  );
  return rows.map(toRow);
}

async function count(db: Database, filter: Filter): Promise<number> {
  const [row] = await db.arrays<[number]>(`select count(*) from clients where ${filter.sql}`, filter.values);
  return row?.[0] ?? 0;
}

function orderOf(page: Page): string {
  const columns =
    page.sort === 'status' ? ['status', SORT_COLUMN.name, 'id'] : [SORT_COLUMN[page.sort], 'id'];
  return columns.map((column) => `${column} ${page.direction}`).join(', ');
}

/** Reads a page off the index of its order. */
async function findInOrder(db: Database, filter: Filter, page: Page): Promise<ClientRow[]> {
  const neverEmpty = page.sort === 'status' || page.sort === 'updated_at';
  if (page.direction === 'desc' && !neverEmpty) return findDescending(db, filter, page);
  return select(db, filter, `order by ${orderOf(page)}`, page.limit, page.offset);
}

/**
 * Largest first with empty values last (decisions D8, K16) on an index that is read backwards: the filled rows, then
 * the empty ones.
 */
async function findDescending(db: Database, filter: Filter, page: Page): Promise<ClientRow[]> {
  const bare = bareColumn(page.sort);
  const isFilled = { ...filter, sql: `${filter.sql} and ${bare} is not null` };
  const filled = await select(db, isFilled, `order by ${orderOf(page)}`, page.limit, page.offset);
  if (filled.length === page.limit) return filled;
  const isPastFilled = filled.length === 0 && page.offset > 0;
  const filledCount = isPastFilled ? await count(db, isFilled) : page.offset + filled.length;
  const isEmpty = { ...filter, sql: `${filter.sql} and ${bare} is null` };
  const offset = Math.max(0, page.offset - filledCount);
  return [...filled, ...(await select(db, isEmpty, 'order by id desc', page.limit - filled.length, offset))];
}

function bareColumn(sort: ClientSort): string {
  return SORT_COLUMN[sort].split(' ')[0] ?? '';
}

async function select(
  db: Database,
  filter: Filter,
  order: string,
  limit: number,
  offset: number,
): Promise<ClientRow[]> {
  const next = filter.values.length;
  const rows = await db.query<StoredRow>(
    `select ${ROW_SELECT} from clients where ${filter.sql} ${order} limit $${next + 1} offset $${next + 2}`,
    [...filter.values, limit, offset],
  );
  return rows.map(toRow);
}

/** A fixed text for each filter: nothing of the caller enters the SQL. */
export function statusCondition(status: StatusFilter): string {
  if (status === 'all') return 'true';
  return status === 'new' ? `status in ('new', '')` : `status = '${status}'`;
}

/** LIKE patterns that must all match: every word, or the digits of what looks like a phone number. */
export function searchPatterns(q: string): string[] {
  const text = q.trim().toLowerCase();
  const digits = text.replace(/\D/g, '');
  if (digits.length >= 3 && /^[\d\s\-+().]+$/.test(text)) return [`%${digits}%`];
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** One LIKE for each pattern, from parameter `first` on: the trigram index serves these, but not `like all(array)`. */
export function searchCondition(patterns: readonly string[], first: number): string {
  return patterns.map((_, position) => `search_text like $${first + position}`).join(' and ');
}

const MAX_FOUND = 50;

interface Conditions {
  email?: string | undefined;
  phone?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  q?: string | undefined;
}

/**
 * Clients matching every condition given, at most 50; none given finds none (decisions A22). `search_text` holds the
 * columns asked for and has the index.
 */
export async function searchByConditions(db: Database, conditions: Conditions): Promise<ClientRow[]> {
  const where: string[] = [];
  const values: unknown[] = [];
  const contains = (column: string, text: string | undefined) => {
    if (!text?.trim()) return;
    values.push(`%${text.trim().replace(/[\\%_]/g, '\\$&')}%`);
    where.push(`${column} ilike $${values.length} and search_text like lower($${values.length})`);
  };
  contains('primary_email', conditions.email);
  contains('client_first_name', conditions.first_name);
  contains('client_last_name', conditions.last_name);
  const digits = conditions.phone?.replace(/\D/g, '');
  if (digits) {
    values.push(`%${digits}%`);
    where.push(
      `regexp_replace(primary_phone, '\\D', '', 'g') like $${values.length} and search_text like $${values.length}`,
    );
  }
  const words = searchPatterns(conditions.q ?? '');
  if (words.length > 0) {
    where.push(searchCondition(words, values.length + 1));
    values.push(...words);
  }
  if (where.length === 0) return [];
  return select(db, { sql: where.join(' and '), values }, `order by ${SORT_COLUMN.name}, id`, MAX_FOUND, 0);
}

/** How many clients each agent created: of these agents, or of all. */
export async function countByCreator(
  db: Database,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; clients: number }>(
    `select created_by as id, count(*)::int as clients from clients
      where ${ids ? 'created_by = any($1)' : 'created_by is not null'} group by created_by`,
    ids ? [ids] : [],
  );
  return new Map(rows.map(({ id, clients }) => [id, clients]));
}
