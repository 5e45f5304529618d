import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { MAX_LEDGER_ROWS } from '@ledgerline/contract/ledger/endpoints';
import type { LedgerCalls } from '../api.ts';
import type { LedgerState } from './ledger-state.ts';
import { type Cells, cellOf, type Row } from './row-store.ts';

const PARALLEL_CALLS = 3;

/** The shown value of a cell; undefined for a client that no longer exists. */
export type Values = (key: number, field: FieldName) => FieldValue | undefined;

/** The clients with cells that are not loaded. */
export function missingKeys(
  state: LedgerState,
  keys: Iterable<number>,
  fields: readonly FieldName[],
): number[] {
  return [...keys].filter((key) => key > 0 && !state.rows.has(key, fields));
}

/** Whether the cells of every client could be loaded; those of a temporary row may be empty. */
export const areKnown = (keys: readonly number[], fields: readonly FieldName[], values: Values): boolean =>
  keys.every((key) => key < 0 || fields.every((field) => values(key, field) !== undefined));

/**
 * Loads the cells that are missing. Their responses are kept outside the row cache, because there may be far more rows
 * than it holds. Clients that change meanwhile are loaded again.
 */
export async function loadCells(
  state: LedgerState,
  fetchRows: LedgerCalls['fetchRows'],
  keys: readonly number[],
  fields: readonly FieldName[],
): Promise<Values> {
  const wanted = FIELD_NAMES.filter((name) => fields.includes(name));
  const columns = new Map(wanted.map((name, position) => [name, position + 1]));
  const loaded = new Map<number, Row>();
  /** Rows of the cache, which may evict them meanwhile. */
  const cached = new Map<number, Cells>();
  const retain = (key: number) => {
    const cells = state.rows.cells(key);
    if (cells) cached.set(key, cells);
    else cached.delete(key);
    loaded.delete(key);
  };
  keys.forEach(retain);
  let missing = missingKeys(state, keys, fields);
  while (missing.length > 0) {
    const read = () => fetchAll(fetchRows, missing, wanted, (row) => loaded.set(Number(row[0]), row));
    const { stale } = await state.rows.whileReading(keys, read);
    stale.forEach(retain);
    missing = missingKeys(state, stale, fields);
  }
  return (key, field) => {
    const shown = state.value(key, field);
    if (shown !== undefined) return shown;
    const column = columns.get(field);
    const value = column === undefined ? undefined : loaded.get(key)?.[column];
    return value === undefined ? cellOf(cached.get(key), field) : value;
  };
}

/** Reads rows in chunks, some at once. */
async function fetchAll(
  fetchRows: LedgerCalls['fetchRows'],
  ids: readonly number[],
  fields: readonly FieldName[],
  onRow: (row: Row) => void,
): Promise<void> {
  const chunks: (readonly number[])[] = [];
  for (let start = 0; start < ids.length; start += MAX_LEDGER_ROWS)
    chunks.push(ids.slice(start, start + MAX_LEDGER_ROWS));
  const work = async () => {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift())
      for (const row of await fetchRows(chunk, fields)) onRow(row);
  };
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, work));
}
