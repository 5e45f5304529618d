import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, isFieldName } from '@ledgerline/contract/clients/fields/catalogue';
import type { LedgerCalls, SaveCellsReply } from '../api.ts';
import { conflictsOf, messageOf, rejectedCells } from './conflicts.ts';
import type { Changes, CreatedRow, Reversal } from './ledger-operations.ts';
import { cellKey, type LedgerState } from './ledger-state.ts';

/** Many cells written in one call: a paste, a fill, a clear, or an operation turned back. */
export interface Batch {
  cells: Reversal['cells'];
  restore: Reversal['restore'];
  create: { row: string; values: CreatedRow['values']; key?: number }[];
  remove: number[];
  /** What the undo stack makes of it once it is saved. */
  settle: (done: Changes, ids: ReadonlyMap<string, number>) => void;
}

/** Saves batches through PATCH /ledger/cells: one transaction, all or nothing. */
export class BatchSaver {
  readonly #state: LedgerState;
  readonly #calls: LedgerCalls;

  constructor(state: LedgerState, calls: LedgerCalls) {
    this.#state = state;
    this.#calls = calls;
  }

  async save(batch: Batch): Promise<void> {
    const { cells, restore, create, remove } = batch;
    if (cells.length + restore.length + create.length + remove.length === 0) return;
    for (const { id, field, value } of cells) this.#state.send(id, field, value);
    await this.#state.whileSaving(async () => {
      try {
        const body = { cells, restore, create: create.map(({ row, values }) => ({ row, values })), remove };
        this.#saved(batch, await this.#calls.saveCells(body));
      } catch (error) {
        this.#failed(batch, error);
      } finally {
        for (const { id, field } of cells) this.#state.settle(id, field);
      }
    });
  }

  #saved(batch: Batch, reply: SaveCellsReply): void {
    const stored = new Map(reply.cells.map(({ id, field, value }) => [`${id}:${field}`, value]));
    const written = [...batch.cells, ...batch.restore.map((cell) => ({ ...cell, value: cell.was }))];
    const changes = written.map(({ id, field, value, was }) => ({
      id,
      field,
      from: was,
      to: stored.get(cellKey(id, field)) ?? value,
    }));
    for (const { id, field, to } of changes) {
      this.#state.store(id, field, to);
      this.#state.forgive(id, field);
    }
    const ids = new Map(reply.created.map(({ row, id }) => [row, id]));
    const created = batch.create.map(({ row, values }) => ({ id: ids.get(row) ?? 0, values }));
    this.#place(batch, ids);
    if (batch.remove.length > 0) this.#state.remove(batch.remove);
    batch.settle({ changes, created: created.map((row) => withStored(row, stored)) }, ids);
  }

  /** New clients take the places of the temporary rows they were typed into, or the bottom. */
  #place(batch: Batch, ids: ReadonlyMap<string, number>): void {
    for (const { row, key } of batch.create) {
      const id = ids.get(row);
      if (id === undefined) continue;
      if (key === undefined) this.#state.order.append([id]);
      else this.#state.order.replace(key, id);
    }
  }

  #failed(batch: Batch, error: unknown): void {
    const conflicts = conflictsOf(error);
    const rejected = rejectedCells(error).filter((cell) => cell.theirs === undefined);
    if (rejected.length > 0) this.#askRefused(batch, rejected);
    else if (conflicts.length > 0) this.#askConflict(batch, conflicts);
    else {
      const { cells, restore, create, remove } = batch;
      this.#state.ask({
        kind: 'batchFailed',
        message: messageOf(error),
        count: cells.length + restore.length + create.length + remove.length,
        retry: () => this.#again(batch),
        discard: () => this.#state.answered(),
      });
    }
  }

  #again(batch: Batch): void {
    this.#state.answered();
    void this.save(batch);
  }

  #askRefused(batch: Batch, rejected: ReturnType<typeof rejectedCells>): void {
    const refused = new Set(rejected.map(({ id, row, field }) => `${id ?? row}:${field}`));
    const isLeft = ({ id, field }: { id: number; field: FieldName }) =>
      !refused.has(`${id}:${field}`) && !refused.has(`${id}:`);
    const left: Batch = {
      ...batch,
      cells: batch.cells.filter(isLeft),
      restore: batch.restore.filter(isLeft),
      create: batch.create.map((row) => ({
        ...row,
        values: Object.fromEntries(
          Object.entries(row.values).filter(([field]) => !refused.has(`${row.row}:${field}`)),
        ),
      })),
    };
    this.#state.ask({
      kind: 'refused',
      cells: rejected.map(({ id, field, message }) => ({
        row: id === null ? null : rowNumber(this.#state.order.positionOf(id)),
        field: isFieldName(field) ? field : null,
        text: '',
        message,
      })),
      others: left.cells.length + left.restore.length + left.create.length,
      pasteOthers: () => this.#again(left),
      cancel: () => this.#state.answered(),
    });
  }

  #askConflict(batch: Batch, conflicts: ReturnType<typeof conflictsOf>): void {
    const theirs = new Map(conflicts.map((cell) => [`${cell.id}:${cell.field}`, cell.theirs ?? null]));
    const mine = new Map<string, FieldValue>(
      batch.cells.map(({ id, field, value }) => [cellKey(id, field), value]),
    );
    const cells = [...batch.cells, ...batch.restore]
      .filter(({ id, field }) => theirs.has(cellKey(id, field)))
      .map(({ id, field }) => ({
        id,
        field,
        mine: mine.get(cellKey(id, field)) ?? null,
        theirs: theirs.get(cellKey(id, field)) ?? null,
        isLocked: !mine.has(cellKey(id, field)),
      }));
    for (const cell of cells) this.#state.store(cell.id, cell.field, cell.theirs);
    this.#state.ask({
      kind: 'conflict',
      cells,
      settle: (kept) => this.#again(settled(batch, theirs, kept)),
    });
  }
}

/** The batch that is left when some cells keep what somebody else wrote and the others overwrite it knowingly. */
function settled(batch: Batch, theirs: ReadonlyMap<string, FieldValue>, kept: ReadonlySet<string>): Batch {
  const isFree = ({ id, field }: { id: number; field: FieldName }) => !theirs.has(cellKey(id, field));
  return {
    ...batch,
    cells: batch.cells
      .filter((cell) => isFree(cell) || kept.has(cellKey(cell.id, cell.field)))
      .map((cell) => ({ ...cell, was: theirs.get(cellKey(cell.id, cell.field)) ?? cell.was })),
    restore: batch.restore.filter(isFree),
  };
}

function withStored(row: CreatedRow, stored: ReadonlyMap<string, FieldValue>): CreatedRow {
  const values = Object.entries(row.values).map(([field, value]) => [
    field,
    stored.get(`${row.id}:${field}`) ?? value,
  ]);
  return { id: row.id, values: Object.fromEntries(values) };
}

function rowNumber(position: number | undefined): number | null {
  return position === undefined ? null : position + 1;
}
