import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';

/** `[id, ...fields in catalog order]`, as sent by the server. */
export type Row = FieldValue[];

/** Index of each field in a row. */
const POSITIONS = new Map<string, number>(FIELD_NAMES.map((name, position) => [name, position + 1]));

function positionOf(field: FieldName): number {
  return POSITIONS.get(field) ?? 0;
}

interface Read {
  ids: readonly number[];
  /** Rows changed since the read started. */
  stale: Set<number>;
}

/** LRU cache of rows. */
export class RowStore {
  readonly #rows = new Map<number, Row>();
  readonly #capacity: number;
  /** Reads in progress. */
  readonly #reads = new Set<Read>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#rows.size;
  }

  has(id: number): boolean {
    return this.#rows.has(id);
  }

  row(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  value(id: number, field: FieldName): FieldValue | undefined {
    return this.#rows.get(id)?.[positionOf(field)];
  }

  ids(): number[] {
    return [...this.#rows.keys()];
  }

  /** Adds rows and evicts the least recently viewed. */
  put(rows: readonly Row[]): void {
    for (const row of rows) {
      const id = Number(row[0]);
      this.#rows.delete(id);
      this.#rows.set(id, row);
    }
    for (const id of this.#rows.keys()) {
      if (this.#rows.size <= this.#capacity) return;
      this.#rows.delete(id);
    }
  }

  /** Marks visible rows as recently used. */
  touch(ids: readonly number[]): void {
    for (const id of ids) {
      const row = this.#rows.get(id);
      if (!row) continue;
      this.#rows.delete(id);
      this.#rows.set(id, row);
    }
  }

  set(id: number, field: FieldName, value: FieldValue): void {
    this.outdate([id]);
    const row = this.#rows.get(id);
    if (row) row[positionOf(field)] = value;
  }

  /** Marks these rows, or all, as changed, so that responses of running reads may be stale for them. */
  outdate(changed?: readonly number[]): void {
    for (const { ids, stale } of this.#reads) for (const id of changed ?? ids) stale.add(id);
  }

  /** Runs a read; `stale` lists rows changed in the meantime. */
  async whileReading<T>(
    ids: readonly number[],
    read: () => Promise<T>,
  ): Promise<{ answer: T; stale: ReadonlySet<number> }> {
    const running: Read = { ids, stale: new Set() };
    this.#reads.add(running);
    try {
      return { answer: await read(), stale: running.stale };
    } finally {
      this.#reads.delete(running);
    }
  }

  delete(id: number): void {
    this.#rows.delete(id);
  }

  clear(): void {
    this.#rows.clear();
  }
}
