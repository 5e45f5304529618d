import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalogue';

/** `[id, ...fields in catalogue order]`, as the server sends it. */
export type Row = FieldValue[];

/** Where each field stands in a row. */
const POSITIONS = new Map<string, number>(FIELD_NAMES.map((name, position) => [name, position + 1]));

function positionOf(field: FieldName): number {
  return POSITIONS.get(field) ?? 0;
}

/** The rows that the browser holds: those seen last, never all of them. */
export class RowStore {
  readonly #rows = new Map<number, Row>();
  readonly #capacity: number;
  /** When a row's cell was last written here, counted in writes. */
  readonly #writtenAt = new Map<number, number>();
  #writes = 0;

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
    this.#writes += 1;
    this.#writtenAt.set(id, this.#writes);
    const row = this.#rows.get(id);
    if (row) row[positionOf(field)] = value;
  }

  /** How many cells have been written so far: a mark to compare with later. */
  get writes(): number {
    return this.#writes;
  }

  isWrittenSince(id: number, mark: number): boolean {
    return (this.#writtenAt.get(id) ?? 0) > mark;
  }

  delete(id: number): void {
    this.#rows.delete(id);
  }

  clear(): void {
    this.#rows.clear();
  }
}
