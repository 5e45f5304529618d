import { type ClientRow, NO_COUNTS, type StatusCounts } from '@ledgerline/contract/clients/schemas';
import { CLIENT_STATUSES, type ClientStatus, type StatusFilter } from '@ledgerline/contract/clients/statuses';
import { foldText, phoneDigits, searchedPhone } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';
import type { AppliedFilter } from '#platform/database/filter-condition.ts';
import { asOwnWork } from '#platform/database/work.ts';
import { clientFilterCondition, readsWideRows } from './filter-columns.ts';
import {
  type Filter,
  findInOrder,
  findRows,
  findSorted,
  hasFurtherKeys,
  orderOf,
  outlineKeys,
  type Page,
  readsClients,
  withKeys,
} from './page/queries.ts';
import { ROW_SELECT, type StoredRow, toRow } from './presenter.ts';
import { foldCounts } from './repository.ts';

/** First and last name of a row of clients, '' without both. */
export const clientName = (of: string): string =>
  `concat_ws(' ', nullif(${of}.client_first_name, ''), nullif(${of}.client_last_name, ''))`;

/** Rows of client_count_deltas beyond which a reader folds them together. */
const FOLD_ABOVE = 300;

/** Counts by status from the stored deltas; folds them in the background if there are many. */
async function countByStatus(
  db: Database,
  owner: OwnerId | undefined,
  onError: (error: unknown) => void,
): Promise<StatusCounts> {
  const rows = await db.arrays<[status: string, sum: number, owner: number | null, rows: number]>(
    'select status, sum(delta), owner_agent_id, count(*) from client_count_deltas group by 1, 3',
    [],
    'count_clients',
  );
  const toFold = rows.reduce((sum, [, , , deltas]) => sum + Number(deltas) - 1, 0);
  if (toFold > FOLD_ABOVE) asOwnWork(() => foldCounts(db)).catch(onError);
  const wanted = owner === 'nobody' ? null : owner;
  return countsOf(rows.filter(([, , id]) => wanted === undefined || id === wanted));
}

/** The sums by status with every status present; a client without a status is new. */
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

/** An agent's ID; 'nobody' for clients without an owner. */
export type OwnerId = number | 'nobody';

interface ListView extends Page {
  status: StatusFilter;
  owner?: OwnerId | undefined;
  q?: string | undefined;
  filter?: AppliedFilter | undefined;
}

/**
 * Up to this number, the matches are sorted to find the page, at 0.2 µs each. Above it, the index of the order is
 * scanned until the page is full, which reads every client if the matches come late in the order.
 */
const MAX_SORTED_MATCHES = 50_000;
/** The same where sorting first reads a row for each: an owner's clients, or a key in the clients table. */
const MAX_SORTED_ROWS = 1500;

/** One page with the counts by status: of all clients, from stored deltas, or of the search matches. */
export async function findPage(
  db: Database,
  view: ListView,
  onError: (error: unknown) => void,
): Promise<{ rows: ClientRow[]; counts: StatusCounts }> {
  const words = searchPatterns(view.q ?? '');
  if (words.length > 0 || view.filter) return findSearched(db, view, words);
  const allClients = { status: statusCondition(view.status), search: '', values: [] };
  if (hasFurtherKeys(view)) {
    const search = view.owner === undefined ? '' : ownerCondition(view.owner);
    const counts = await countByStatus(db, view.owner, onError);
    return { rows: await findSorted(db, { ...allClients, search }, view), counts };
  }
  if (view.owner !== undefined) return findOwned(db, { ...view, owner: view.owner }, onError);
  if (view.offset > 0) {
    const counts = await countByStatus(db, undefined, onError);
    return { rows: await findInOrder(db, allClients, view, counts[view.status]), counts };
  }
  const [counts, rows] = await Promise.all([
    countByStatus(db, undefined, onError),
    findInOrder(db, allClients, view, Number.POSITIVE_INFINITY),
  ]);
  return { rows, counts };
}

/**
 * The clients of one owner, with an index in name order. For another order, few are sorted, and for many the
 * index of that order is scanned.
 */
async function findOwned(
  db: Database,
  view: ListView & { owner: OwnerId },
  onError: (error: unknown) => void,
): Promise<{ rows: ClientRow[]; counts: StatusCounts }> {
  const filter = { status: statusCondition(view.status), search: ownerCondition(view.owner), values: [] };
  const counts = await countByStatus(db, view.owner, onError);
  const total = counts[view.status];
  if (view.sort === 'name' || total > MAX_SORTED_ROWS)
    return { rows: await findInOrder(db, filter, view, total), counts };
  const { search } = filter;
  const outlines = `(select ${outlineKeys(view).join(', ')} from client_outlines where ${search}) as owned`;
  const ids = await db.arrays<[string]>(
    `select client_id from ${withKeys(outlines, view)} where ${filter.status}
      order by ${orderOf(view)} limit $1 offset $2`,
    [view.limit, view.offset],
  );
  const rows = await findRows(
    db,
    ids.map(([id]) => id),
  );
  return { rows, counts };
}

/** A fixed text and a number: no caller input enters the SQL. */
export function ownerCondition(owner: OwnerId | undefined): string {
  if (owner === undefined) return 'true';
  return owner === 'nobody' ? 'owner_agent_id is null' : `owner_agent_id = ${Math.trunc(owner)}`;
}

async function findSearched(
  db: Database,
  view: ListView,
  words: string[],
): Promise<{ rows: ClientRow[]; counts: StatusCounts }> {
  const values: unknown[] = [...words];
  const conditions = [
    ...(words.length > 0 ? [searchCondition(words, 1)] : []),
    ownerCondition(view.owner),
    ...(view.filter ? [clientFilterCondition(view.filter, 'client_outlines', values)] : []),
  ];
  const filter = { status: statusCondition(view.status), search: conditions.join(' and '), values };
  const { counts, ids } = await countAndSort(db, filter, view);
  const many = () =>
    hasFurtherKeys(view) ? findSorted(db, filter, view) : findInOrder(db, filter, view, counts[view.status]);
  const rows = ids ? await findRows(db, ids) : await many();
  return { rows, counts };
}

/**
 * Counts the matches by status and, if those of the requested status are few, selects the page in the same
 * step, so that the trigram index is scanned once. Unprepared, so that the planner sees the words; `ids` is
 * null if there are many matches.
 */
async function countAndSort(
  db: Database,
  filter: Filter,
  page: ListView,
): Promise<{ counts: StatusCounts; ids: string[] | null }> {
  const next = filter.values.length;
  const keys = outlineKeys(page).join(', ');
  const limit = readsClients(page) ? MAX_SORTED_ROWS : MAX_SORTED_MATCHES;
  // Reading every wide row must not happen twice.
  const isSorted =
    page.filter && readsWideRows(page.filter)
      ? 'true'
      : `(select coalesce(sum(matched), 0) from sums where ${filter.status}) <= ${limit}`;
  const [row] = await db.arrays<[sums: [string, number][] | null, ids: string[] | null]>(
    `with matches as materialized (select ${keys} from client_outlines where ${filter.search}),
          sums as materialized (select status, count(*) as matched from matches group by status)
     select (select json_agg(json_build_array(status, matched)) from sums),
            case when ${isSorted}
              then array(select client_id from ${withKeys('matches', page)} where ${filter.status}
                          order by ${orderOf(page)} limit $${next + 1} offset $${next + 2}) end`,
    [...filter.values, page.limit, page.offset],
  );
  return { counts: countsOf(row?.[0] ?? []), ids: row?.[1] ?? null };
}

/** A fixed text for each filter: no caller input enters the SQL. */
export function statusCondition(status: StatusFilter): string {
  if (status === 'all') return 'true';
  return status === 'new' ? `status in ('new', '')` : `status = '${status}'`;
}

/**
 * LIKE patterns of folded texts (decision 088) that must all match: every word, or the digits of a phone
 * number.
 */
export function searchPatterns(q: string): string[] {
  const text = foldText(q);
  const phone = searchedPhone(text);
  if (phone) return [containing(phone)];
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(containing);
}

/** A LIKE pattern for text containing another text literally. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * One LIKE for each pattern, from parameter `first` on: the trigram index supports these, but not `like
 * all(array)`.
 */
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
 * Clients matching every given condition, at most 50; without conditions, none (decisions A22). `search_text`
 * contains the requested columns and is indexed.
 */
export async function searchByConditions(db: Database, conditions: Conditions): Promise<ClientRow[]> {
  const where: string[] = [];
  const values: unknown[] = [];
  const contains = (column: string, text: string | undefined) => {
    const folded = foldText(text ?? '');
    if (!folded) return;
    values.push(containing(folded));
    where.push(`fold_text(${column}) like $${values.length} and search_text like $${values.length}`);
  };
  contains('primary_email', conditions.email);
  contains('client_first_name', conditions.first_name);
  contains('client_last_name', conditions.last_name);
  const phone = conditions.phone ?? '';
  const digits = searchedPhone(foldText(phone)) ?? phoneDigits(phone);
  if (digits) {
    values.push(containing(digits));
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
  const rows = await db.query<StoredRow>(
    `select ${ROW_SELECT} from clients
       join (select client_id, sort_name, search_text from client_outlines) as outlines on client_id = id
      where ${where.join(' and ')} order by sort_name collate "ledger_order", id limit ${MAX_FOUND}`,
    values,
  );
  return rows.map(toRow);
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

/** The log entries of these clients, which the foreign key deletes with them. */
export function findCalls(db: Database, ids: number[]): Promise<{ id: number }[]> {
  return db.query('select id from client_calls where client_id = any($1::bigint[]) order by id', [ids]);
}

/** The tasks that the foreign key deletes with these clients. */
export function findTasks(db: Database, ids: number[]): Promise<{ id: number }[]> {
  return db.query('select id from tasks where client_id = any($1::bigint[]) order by id', [ids]);
}
