import { CLIENT_STATUSES, type ClientStatus } from '@ledgerline/contract/clients/fields/identity';
import type { ClientRow, ClientSort, StatusCounts, StatusFilter } from '@ledgerline/contract/clients/schemas';
import type { Database } from '#platform/database/database.ts';
import { ROW_SELECT, type RowCells, toRow } from './presenter.ts';

/** Rows of client_count_deltas beyond which a reader folds them together. */
const FOLD_ABOVE = 300;

/** Counts by status from the kept deltas; folds them, in the background, when many have gathered. */
export async function countByStatus(db: Database, onError: (error: unknown) => void): Promise<StatusCounts> {
  const rows = await db.arrays<[status: string, sum: number, rows: number]>(
    `select case when status = '' then 'new' else status end, sum(delta), count(*) from client_count_deltas group by 1`,
    [],
    'count_clients',
  );
  const counts: StatusCounts = { all: 0, new: 0, client: 0, lead: 0, inactive: 0 };
  let deltas = 0;
  for (const [status, sum, rowCount] of rows) {
    if (isClientStatus(status)) counts[status] += Number(sum);
    counts.all += Number(sum);
    deltas += Number(rowCount);
  }
  if (deltas > FOLD_ABOVE) foldCounts(db).catch(onError);
  return counts;
}

function isClientStatus(text: string): text is ClientStatus {
  return CLIENT_STATUSES.some((status) => status === text);
}

/** Replaces many deltas by their sums. Skips rows that another fold holds, so it never waits. */
async function foldCounts(db: Database): Promise<void> {
  await db.query(
    `with taken as (select id from client_count_deltas order by id limit 20000 for update skip locked),
          gone as (delete from client_count_deltas d using taken t where d.id = t.id returning d.status, d.delta)
     insert into client_count_deltas (status, delta) select status, sum(delta) from gone group by status`,
  );
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

/** One page; `total` is undefined where the status counts already say it. */
export async function findPage(
  db: Database,
  page: Page,
): Promise<{ rows: ClientRow[]; total: number | undefined }> {
  const words = searchPatterns(page.q ?? '');
  if (words.length > 0) return findMatches(db, page, words);
  const filter = statusCondition(page.status);
  const column = SORT_COLUMN[page.sort];
  if (page.direction === 'asc' || page.sort === 'status' || page.sort === 'updated_at') {
    const columns = page.sort === 'status' ? [column, SORT_COLUMN.name, 'id'] : [column, 'id'];
    const order = columns.map((part) => `${part} ${page.direction}`).join(', ');
    return {
      rows: await select(db, `where ${filter} order by ${order} limit $1 offset $2`, [
        page.limit,
        page.offset,
      ]),
      total: undefined,
    };
  }
  return { rows: await selectDescending(db, filter, column, page), total: undefined };
}

/**
 * Largest first with empty values last (decisions D8, K16) on an index that is read backwards: the filled rows, then
 * the empty ones.
 */
async function selectDescending(
  db: Database,
  filter: string,
  column: string,
  page: Page,
): Promise<ClientRow[]> {
  const bare = column.split(' ')[0];
  const filled = await select(
    db,
    `where ${filter} and ${bare} is not null order by ${column} desc, id desc limit $1 offset $2`,
    [page.limit, page.offset],
  );
  if (filled.length === page.limit) return filled;
  const [count] =
    filled.length > 0 || page.offset === 0
      ? [[page.offset + filled.length]]
      : await db.arrays(`select count(*) from clients where ${filter} and ${bare} is not null`);
  const emptyOffset = Math.max(0, page.offset - Number(count?.[0] ?? 0));
  const empty = await select(db, `where ${filter} and ${bare} is null order by id desc limit $1 offset $2`, [
    page.limit - filled.length,
    emptyOffset,
  ]);
  return [...filled, ...empty];
}

async function select(db: Database, rest: string, values: unknown[]): Promise<ClientRow[]> {
  return (await db.arrays<RowCells>(`select ${ROW_SELECT} from clients ${rest}`, values)).map(toRow);
}

/** Gathers the trigram matches first, unprepared so that the planner sees the words, then sorts and counts them. */
async function findMatches(
  db: Database,
  page: Page,
  words: string[],
): Promise<{ rows: ClientRow[]; total: number }> {
  const column = SORT_COLUMN[page.sort];
  const bare = column.split(' ')[0];
  const rows = await db.arrays<[total: number, ...RowCells]>(
    `with matches as materialized (
       select id, ${bare} as sort_key from clients where ${searchCondition(words, 3)} and ${statusCondition(page.status)}
     ), page as (
       select id, sort_key, (select count(*) from matches) as total from matches
        order by ${column.replace(String(bare), 'sort_key')} ${page.direction} nulls last, id ${page.direction}
        limit $1 offset $2
     )
     select page.total, ${ROW_SELECT.split(', ')
       .map((name) => `c.${name}`)
       .join(', ')}
       from page join clients c on c.id = page.id
      order by ${column.replace(String(bare), 'page.sort_key')} ${page.direction} nulls last, c.id ${page.direction}`,
    [page.limit, page.offset, ...words],
  );
  const total =
    rows.length > 0 ? Number(rows[0]?.[0]) : page.offset > 0 ? await countMatches(db, page, words) : 0;
  return { rows: rows.map(([_total, ...cells]) => toRow(cells)), total };
}

async function countMatches(db: Database, page: Page, words: string[]): Promise<number> {
  const [row] = await db.arrays(
    `select count(*) from clients where ${searchCondition(words, 1)} and ${statusCondition(page.status)}`,
    words,
  );
  return Number(row?.[0] ?? 0);
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
  return select(
    db,
    `where ${where.join(' and ')} order by sort_name collate "ledger_order", id limit 50`,
    values,
  );
}
