import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';

/** `[id, ...cells]` of the requested fields in catalog order, as sent by the server. */
export type Row = FieldValue[];

/** The cells of a client by field; undefined where a cell is not loaded. */
export type Cells = readonly (FieldValue | undefined)[];

const POSITIONS = new Map<string, number>(FIELD_NAMES.map((name, position) => [name, position]));

function positionOf(field: FieldName): number {
  return POSITIONS.get(field) ?? 0;
}

export function cellOf(cells: Cells | undefined, field: FieldName): FieldValue | undefined {
  return cells?.[positionOf(field)];
}

interface Read {
  ids: readonly number[];
  /** Rows changed since the read started. */
  stale: Set<number>;
}

/** LRU cache of rows. The cells of a row are loaded column by column. */
export class RowStore {
  readonly #rows = new Map<number, (FieldValue | undefined)[]>();
  readonly #capacity: number;
  /** Reads in progress, and rows that are followed. */
  readonly #reads = new Set<Read>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Whether these cells are loaded. */
  has(id: number, fields: readonly FieldName[]): boolean {
    const cells = this.#rows.get(id);
    return fields.every((field) => cellOf(cells, field) !== undefined);
  }

  /** The loaded cells; a new object each time any of them is loaded. */
  cells(id: number): Cells | undefined {
    return this.#rows.get(id);
  }

  value(id: number, field: FieldName): FieldValue | undefined {
    return cellOf(this.#rows.get(id), field);
  }

  /** The fields that are loaded for any of these rows. */
  loadedFields(ids: readonly number[]): FieldName[] {
    const rows = ids.map((id) => this.#rows.get(id));
    return FIELD_NAMES.filter((field) => rows.some((cells) => cellOf(cells, field) !== undefined));
  }

  ids(): number[] {
    return [...this.#rows.keys()];
  }

  /** Adds the cells of these fields and evicts the least recently viewed rows. */
  put(rows: readonly Row[], fields: readonly FieldName[] = FIELD_NAMES): void {
    const positions = fields.map(positionOf);
    for (const row of rows) {
      const id = Number(row[0]);
      const cells = [...(this.#rows.get(id) ?? [])];
      positions.forEach((position, column) => {
        cells[position] = row[column + 1];
      });
      this.#rows.delete(id);
      this.#rows.set(id, cells);
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
    const { stale, stop } = this.follow(ids);
    try {
      return { answer: await read(), stale };
    } finally {
      stop();
    }
  }

  /** Collects the rows that change, until it is stopped. */
  follow(ids: readonly number[]): { stale: Set<number>; stop: () => void } {
    const read: Read = { ids, stale: new Set() };
    this.#reads.add(read);
    return { stale: read.stale, stop: () => this.#reads.delete(read) };
  }

  /** Drops the cells of a client in other columns, which are loaded again when they come into view. */
  keep(id: number, fields: readonly FieldName[]): void {
    const cells = this.#rows.get(id);
    if (!cells) return;
    const kept: (FieldValue | undefined)[] = [];
    for (const position of fields.map(positionOf)) kept[position] = cells[position];
    this.#rows.set(id, kept);
  }

  delete(id: number): void {
    this.#rows.delete(id);
  }

  clear(): void {
    this.#rows.clear();
  }
}
