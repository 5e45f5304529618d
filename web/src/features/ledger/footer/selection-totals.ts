import type { CatalogField, FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { MAX_LEDGER_ROWS } from '@ledgerline/contract/ledger/endpoints';
import type { Values } from '../store/cell-loader.ts';
import type { LedgerSession } from '../store/ledger-session.ts';
import type { Range } from '../store/paste-plan.ts';

/** Amounts or percentages, in hundredths: sums of fractions would not be exact. */
export interface Sum {
  count: number;
  hundredths: number;
}

export type Figures =
  | { state: 'loading'; cells: number }
  | { state: 'failed'; cells: number }
  | { state: 'tooMany'; cells: number }
  /** So many clients are loaded only if the agent requests it, because the audit log records each of them as read. */
  | { state: 'waiting'; cells: number; clients: number }
  | { state: 'ready'; cells: number; filled: number; money: Sum; percent: Sum };

/** Maximum number of cells that are added up. */
export const MAX_COUNTED_CELLS = 500_000;
/** Clients per request while many are loaded. */
const CLIENTS_AT_ONCE = 3 * MAX_LEDGER_ROWS;

/** The figures of loaded cells; those of a client that no longer exists are left out. */
export function figuresOf(
  keys: readonly number[],
  fields: readonly CatalogField[],
  values: Values,
): Figures & { state: 'ready' } {
  const sums = { money: { count: 0, hundredths: 0 }, percent: { count: 0, hundredths: 0 } };
  let cells = 0;
  let filled = 0;
  for (const key of keys)
    for (const { name, kind } of fields) {
      const value = values(key, name);
      if (value === undefined) continue;
      cells += 1;
      if (value === null || value === '') continue;
      filled += 1;
      if (kind !== 'money' && kind !== 'percent') continue;
      sums[kind].count += 1;
      sums[kind].hundredths += Math.round(Number(value) * 100);
    }
  return { state: 'ready', cells, filled, ...sums };
}

/** Adds up the selected cells, and loads those that are not loaded. */
export class SelectionTotals {
  readonly #session: LedgerSession;
  readonly #onLoaded: () => void;
  #range: Range | null = null;
  #fields = '';
  /** Clients whose cells the cache of rows lacks. */
  #loaded = new Map<number, Values>();
  #followed: { stale: Set<number>; stop: () => void } | null = null;
  #isLoading = false;
  #hasFailed = false;
  #mayLoadMany = false;

  constructor(session: LedgerSession, onLoaded: () => void) {
    this.#session = session;
    this.#onLoaded = onLoaded;
  }

  /** The figures of a range now. Where cells are missing, they are requested, and `onLoaded` is called later. */
  read(range: Range, columns: readonly CatalogField[]): Figures {
    const { order, rows, value } = this.#parts();
    const fields = columns.slice(range.x, range.x + range.width);
    const names = fields.map(({ name }) => name);
    this.#choose(range, names);
    const keys = order.keys(range.y, range.y + range.height);
    const cells = keys.length * fields.length;
    if (cells > MAX_COUNTED_CELLS) return { state: 'tooMany', cells };
    for (const id of this.#followed?.stale ?? []) this.#loaded.delete(id);
    this.#followed?.stale.clear();
    const missing = keys.filter((key) => key > 0 && !rows.has(key, names) && !this.#loaded.has(key));
    if (missing.length === 0) {
      // Many clients can change later only after a reconnect; loading them needs another request of the agent.
      this.#mayLoadMany = false;
      return figuresOf(keys, fields, (key, field) => (this.#loaded.get(key) ?? value)(key, field));
    }
    if (this.#hasFailed) return { state: 'failed', cells };
    if (missing.length > MAX_LEDGER_ROWS && !this.#mayLoadMany)
      return { state: 'waiting', cells, clients: missing.length };
    if (!this.#isLoading) void this.#load(missing.slice(0, CLIENTS_AT_ONCE), names);
    return { state: 'loading', cells };
  }

  /** Loads many clients, or retries those that could not be loaded. */
  loadAll(): void {
    this.#mayLoadMany = true;
    this.#hasFailed = false;
    this.#onLoaded();
  }

  stop(): void {
    this.#followed?.stop();
    this.#followed = null;
    this.#loaded.clear();
    // Ignores the responses of running requests.
    this.#fields = '';
  }

  #parts() {
    const { state } = this.#session;
    const { order, rows } = state;
    return { order, rows, value: state.value.bind(state) };
  }

  #choose(range: Range, names: readonly FieldName[]): void {
    const fields = names.join();
    if (fields !== this.#fields) this.stop();
    if (range !== this.#range || fields !== this.#fields) {
      this.#hasFailed = false;
      this.#mayLoadMany = false;
    }
    this.#range = range;
    this.#fields = fields;
  }

  async #load(keys: readonly number[], names: readonly FieldName[]): Promise<void> {
    const fields = this.#fields;
    this.#isLoading = true;
    try {
      const values = await this.#session.ranges.load(keys, names);
      if (fields === this.#fields) {
        for (const key of keys) this.#loaded.set(key, values);
        const stale = this.#followed?.stale ?? [];
        this.#followed?.stop();
        this.#followed = this.#session.state.rows.follow([...this.#loaded.keys()]);
        for (const key of stale) this.#followed.stale.add(key);
        for (const key of keys) this.#followed.stale.delete(key);
      }
    } catch {
      if (fields === this.#fields) this.#hasFailed = true;
    }
    this.#isLoading = false;
    this.#onLoaded();
  }
}
