import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, findField } from '@ledgerline/contract/clients/fields/catalog';
import { openCell } from '#features/records/clients/encryption/encrypted-cells.ts';
import { cellReader } from '#features/records/clients/service.ts';
import type { Context } from '#platform/context.ts';
import { currentAccessScope } from '#platform/database/work.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import * as queries from './queries.ts';
import { orderByRanks, type RankedKey } from './rules.ts';
import { mergeYielding, pause, sortYielding } from './yielding-sort.ts';

type Value = string | number;

/** One decrypted column for sorting, in memory only. */
interface OpenedColumn {
  /** By client: the row's mark when it was read, and the value; null if it is empty. */
  values: Map<number, { mark: number; value: Value | null }>;
  /** Every known value, in order, and the rank of each. */
  sorted: Value[];
  ranks: Map<Value, number>;
  /** Serializes sorts by this column, so that the second reuses what the first has decrypted. */
  turn: Promise<unknown>;
}

/** Columns in memory at once, and how long each is cached, so that deleted values are gone afterwards. */
const MAX_COLUMNS = 3;
const CACHE_MS = 10 * 60_000;
/** The most clients of a cached column; a larger one is decrypted for each sort. */
const MAX_CLIENTS = 300_000;
const BATCH_SIZE = 500;

/** Per key ring, which means per server: tests have several in one process. */
const opened = new WeakMap<FieldCipher, Map<string, OpenedColumn>>();

/** The text order of the database (migration 0000): numbers by value, ties by code points. */
const collator = new Intl.Collator('und', { numeric: true });

function compare(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other)) || (one < other ? -1 : 1);
}

/**
 * The ids of a view that an encrypted column orders, which neither an index nor the database can provide: its
 * values are decrypted here, once until they change, and never leave memory. The database ranks the other keys.
 */
export async function encryptedOrder(ctx: Context, view: queries.OwnedView): Promise<number[]> {
  const plain = view.keys.filter(({ sort }) => !encryptedField(sort));
  const plainRanks =
    plain.length > 0
      ? await ctx.deps.database.transaction(async (db) => {
          await queries.enableParallelScan(db);
          return queries.findRanks(db, view, plain);
        })
      : [];
  const keys: RankedKey[] = [];
  let ids: readonly number[] = [];
  for (const key of view.keys) {
    const field = encryptedField(key.sort);
    const ranks = field ? await ranksInTurn(ctx, view, field) : plainRanks[plain.indexOf(key)];
    if (!ranks) continue;
    // The last encrypted column has the newest ids of the view.
    if (field) ids = [...ranks.keys()];
    keys.push({ ranks, direction: key.direction });
  }
  return orderByRanks(ids, keys);
}

/** The field, if it is encrypted. */
export function encryptedField(sort: string): CatalogField | undefined {
  const field = findField(sort);
  return field?.isEncrypted ? field : undefined;
}

type Ranks = Map<number, number | null>;

function ranksInTurn(ctx: Context, view: queries.OwnedView, field: CatalogField): Promise<Ranks> {
  const column = columnOf(ctx.deps.cipher, field.name);
  const work = () => ranksOf(ctx, view, field, column);
  const ranks = column.turn.then(work, work);
  column.turn = ranks;
  return ranks;
}

function columnOf(cipher: FieldCipher, name: string): OpenedColumn {
  const columns = opened.get(cipher) ?? new Map<string, OpenedColumn>();
  opened.set(cipher, columns);
  const column = columns.get(name) ?? newColumn(columns, name);
  // Least recently used first.
  columns.delete(name);
  columns.set(name, column);
  const [oldest] = columns.keys();
  if (columns.size > MAX_COLUMNS && oldest !== undefined) columns.delete(oldest);
  return column;
}

function newColumn(columns: Map<string, OpenedColumn>, name: string): OpenedColumn {
  const column = { values: new Map(), sorted: [], ranks: new Map(), turn: Promise.resolve() };
  // Another entry with the same name may have been added since.
  const expire = () => columns.get(name) === column && columns.delete(name);
  setTimeout(expire, CACHE_MS).unref();
  return column;
}

/** The rank of each client of a view. */
async function ranksOf(
  ctx: Context,
  view: queries.OwnedView,
  field: CatalogField,
  column: OpenedColumn,
): Promise<Ranks> {
  const marks = await ctx.deps.database.transaction(async (db) => {
    await queries.enableParallelScan(db);
    return queries.findMarks(db, view);
  });
  const ids = marks.filter((_, position) => position % 2 === 0);
  await openChanged(ctx, marks, field, column);
  // With a limited access scope, missing clients are not necessarily deleted (decision 071).
  if (isOfAll(view) && !currentAccessScope()) removeDeleted(ids, column);
  await rankNew(ids, column);
  const ranks: Ranks = new Map();
  for (const id of ids) {
    const value = column.values.get(id)?.value ?? null;
    ranks.set(id, value === null ? null : (column.ranks.get(value) ?? null));
  }
  if (column.values.size > MAX_CLIENTS) opened.get(ctx.deps.cipher)?.delete(field.name);
  return ranks;
}

const isOfAll = ({ status, owner, q, filter }: queries.OwnedView): boolean =>
  status === 'all' && owner === undefined && !q?.trim() && !filter;

/** Removes the values of deleted clients from memory. */
function removeDeleted(ids: readonly number[], column: OpenedColumn): void {
  if (column.values.size === ids.length) return;
  const existing = new Set(ids);
  for (const id of column.values.keys()) if (!existing.has(id)) column.values.delete(id);
  column.sorted = [];
  column.ranks.clear();
}

/** Decrypts what is new or has changed since the last sort. */
async function openChanged(
  ctx: Context,
  marks: readonly number[],
  field: CatalogField,
  { values }: OpenedColumn,
): Promise<void> {
  const changed: number[] = [];
  for (let n = 0; n < marks.length; n += 2) {
    const id = marks[n] ?? 0;
    if (values.get(id)?.mark !== marks[n + 1]) changed.push(id);
  }
  // Neighbors share pages of the table and of the ciphertexts.
  changed.sort((one, other) => one - other);
  const batch = (start: number) =>
    queries.findMarked(ctx.db, changed.slice(start, start + BATCH_SIZE), field);
  const open = valueReader(ctx, field);
  // The database reads the next batch while this one is decrypted.
  let next = changed.length > 0 ? batch(0) : null;
  for (let start = BATCH_SIZE; next; start += BATCH_SIZE) {
    const found = await next;
    next = start < changed.length ? batch(start) : null;
    // Awaited in the next iteration, where an error is thrown.
    next?.catch(() => {});
    for (const row of found) values.set(row[0], { mark: row[1], value: open(row) });
    await pause();
  }
}

function valueReader(ctx: Context, field: CatalogField) {
  const read = cellReader(field);
  return ([id, , stored, sealed, wrapped_key]: queries.MarkedRow): Value | null => {
    const opened = openCell(ctx.deps.cipher.once, { id, sealed, wrapped_key }, field.name);
    return filled(opened === undefined ? read(stored) : opened);
  };
}

const filled = (value: FieldValue): Value | null => (value === '' ? null : value);

/** Inserts new values into the order. */
async function rankNew(ids: readonly number[], column: OpenedColumn): Promise<void> {
  // Values that no client has anymore accumulate with edits.
  if (column.sorted.length > 2 * column.values.size + BATCH_SIZE) {
    column.sorted = [];
    column.ranks.clear();
  }
  const fresh = new Set<Value>();
  for (const id of ids) {
    const value = column.values.get(id)?.value ?? null;
    if (value !== null && !column.ranks.has(value)) fresh.add(value);
  }
  if (fresh.size === 0) return;
  column.sorted = await mergeYielding(column.sorted, await sortYielding([...fresh], compare), compare);
  column.ranks = new Map(column.sorted.map((value, rank) => [value, rank]));
}
