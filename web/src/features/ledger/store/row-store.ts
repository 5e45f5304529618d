import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';

/** `[id, ...fields in catalog order]`, as the server sends it. */
export type Row = FieldValue[];

/** Where each field stands in a row. */
const POSITIONS = new Map<string, number>(FIELD_NAMES.map((name, position) => [name, position + 1]));

function positionOf(field: FieldName): number {
  return POSITIONS.get(field) ?? 0;
}

interface Read {
  ids: readonly number[];
  /** Rows that changed since it started. */
  stale: Set<number>;
}

/** The rows that the browser holds: those seen last, never all of them. */
export class RowStore {
  readonly #rows = new Map<number, Row>();
  readonly #capacity: number;
  /** The reads that are running. */
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

  /** Takes rows in, and drops those that were out of sight for longest. */
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

  /** Rows in view count as used just now. */
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

  /** These rows have changed, or any may have: the answers of the reads that are running may be stale for them. */
  outdate(changed?: readonly number[]): void {
    for (const { ids, stale } of this.#reads) for (const id of changed ?? ids) stale.add(id);
  }

  /** Runs a read of rows; `stale` are those that changed meanwhile. */
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
