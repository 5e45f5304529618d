import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { cellKey, conflictsOf, rejectedCells } from '../../../domain/clients/conflicts.ts';
import { hasErrorCode, isRejection, messageOf } from '../../../lib/api-error.ts';
import type { Confirmation, SaveCellsReply } from '../api.ts';
import type { SaverParts } from './cell-saver.ts';
import { type Changes, type CreatedRow, cellsOf, type Reversal } from './ledger-operations.ts';
import type { LedgerState } from './ledger-state.ts';
import { isSameValue, type PendingWrite } from './pending-write.ts';

/** Many cells written in one call: a paste, fill, clear, undo or redo. */
export interface Batch {
  cells: Reversal['cells'];
  restore: Reversal['restore'];
  create: { row: string; values: CreatedRow['values']; key?: number }[];
  remove: number[];
  /** Cell values before an earlier call of this batch whose response was lost. Undo restores them. */
  before?: ReadonlyMap<string, FieldValue>;
  /** The agent confirmed the incomplete numbers in it. */
  confirmed?: Confirmation;
  /** How the undo stack records it once saved. */
  onSaved: (done: Changes, ids: ReadonlyMap<string, number>) => void;
}

interface CellWrite {
  id: number;
  field: FieldName;
  write: PendingWrite;
}

/** Saves batches through PATCH /ledger/cells in one transaction. */
export class BatchSaver {
  readonly #parts: SaverParts;
  readonly #state: LedgerState;

  constructor(parts: SaverParts) {
    this.#parts = parts;
    this.#state = parts.state;
  }

  /** Retries reuse the idempotency key, so the server applies the batch once and repeats its response. */
  async save(batch: Batch, idempotencyKey: string = crypto.randomUUID()): Promise<void> {
    const { cells, restore, create, remove } = batch;
    if (cells.length + restore.length + create.length + remove.length === 0) return;
    const keys = temporaryKeys(batch);
    const writes = [...cells, ...createdCells(batch)].map((cell) => ({
      ...cell,
      write: this.#state.send(cell.id, cell.field, cell.value, cell.was),
    }));
    const ids = [...cells, ...restore].map(({ id }) => id);
    const work = async () => {
      let ready = batch;
      try {
        if (keys.length > 0) ready = await this.#withCreatedRows(batch, idempotencyKey);
        await this.#send(ready, writes, idempotencyKey);
      } catch (error) {
        this.#failed(ready, error, idempotencyKey);
      } finally {
        const { idOf } = this;
        for (const { id, field, write } of writes) this.#state.settle(idOf(id), field, write);
      }
    };
    await this.#state.whileSaving(() => this.#parts.queue.run([...ids, ...remove, ...keys], work));
  }

  /** The batch after resolving earlier lost calls: rows they created are updated instead. */
  async #withCreatedRows(batch: Batch, idempotencyKey: string): Promise<Batch> {
    const { temporary } = this.#parts;
    const isOther = (key: number) => temporary.lostCreation(key)?.idempotencyKey !== idempotencyKey;
    await temporary.resolveLostCreations(temporaryKeys(batch).filter(isOther));
    const isCreated = ({ key }: Batch['create'][number]) => key !== undefined && this.idOf(key) !== key;
    const existing = createdCells({ create: batch.create.filter(isCreated) }).map(
      ({ id: key, field, value }) => {
        const id = this.idOf(key);
        return { id, field, value, was: this.#state.rows.value(id, field) ?? null };
      },
    );
    const create = batch.create.filter((row) => !isCreated(row));
    return { ...batch, cells: [...batch.cells, ...existing], create };
  }

  async #send(batch: Batch, writes: readonly CellWrite[], idempotencyKey: string): Promise<void> {
    const { rows } = this.#state;
    const { temporary } = this.#parts;
    const { cells, restore, remove, confirmed } = batch;
    const ids = [...new Set([...cells, ...restore].map(({ id }) => id))];
    const before = new Map(ids.map((id) => [id, rows.cells(id)]));
    const create = batch.create.map(({ row, values }) => ({ row, values }));
    const body = { cells, restore, create, remove, ...confirmed };
    const call = () => this.#parts.calls.saveCells(body, idempotencyKey);
    const repeat = async () => {
      this.#saved(batch, writes, await call());
      temporary.removeLost(idempotencyKey);
      const created = temporaryKeys(batch).map(this.idOf);
      rows.put(await this.#parts.calls.fetchRows(created));
      await this.#parts.refresh(ids);
    };
    const reply = await call().catch((error: unknown) => {
      const keys = temporaryKeys(batch);
      if (!isRejection(error)) temporary.addLost({ idempotencyKey, keys, repeat });
      throw error;
    });
    this.#saved(batch, writes, reply);
    temporary.removeLost(idempotencyKey);
    // If a row was read during the call, it may hold a value that another agent saved after this one.
    const reloaded = ids.filter((id) => rows.cells(id) !== before.get(id));
    if (reloaded.length > 0) await this.#parts.refresh(reloaded);
  }

  readonly idOf = (key: number): number => this.#parts.temporary.idOf(key);

  #saved(batch: Batch, writes: readonly CellWrite[], reply: SaveCellsReply): void {
    const stored = new Map(reply.cells.map(({ id, field, value }) => [`${id}:${field}`, value]));
    const changes = [...batch.cells, ...batch.restore.map((cell) => ({ ...cell, value: cell.was }))].map(
      ({ id, field, value, was }) => {
        const name = cellKey(id, field);
        const from = (batch.before?.has(name) ? batch.before.get(name) : was) ?? null;
        return { id, field, from, to: (stored.has(name) ? stored.get(name) : value) ?? null };
      },
    );
    for (const { id, field, to } of changes) {
      this.#state.store(id, field, to);
      this.#state.consumeFailure(id, field);
    }
    const ids = new Map(reply.created.map(({ row, id }) => [row, id]));
    const created = batch.create
      .map(({ row, values }) => ({ id: ids.get(row) ?? 0, values }))
      .map((row) => withStored(row, stored));
    this.#assignIds(batch, ids);
    const known = new Map(changes.map(({ id, field, to }) => [cellKey(id, field), to]));
    for (const { id, values } of created)
      for (const { field, value } of cellsOf(values)) known.set(cellKey(id, field), value);
    for (const { id, field, write } of writes) {
      write.store(known.get(cellKey(this.idOf(id), field)) ?? null);
    }
    if (batch.remove.length > 0) this.#state.remove(batch.remove);
    batch.onSaved({ changes, created }, ids);
  }

  /** New clients replace the temporary rows they were typed into, or are appended. */
  #assignIds(batch: Batch, ids: ReadonlyMap<string, number>): void {
    for (const { row, key } of batch.create) {
      const id = ids.get(row);
      if (id === undefined) continue;
      if (key === undefined) this.#state.order.append([id]);
      else this.#parts.temporary.become(key, id);
    }
  }

  #failed(batch: Batch, error: unknown, idempotencyKey: string): void {
    const conflicts = conflictsOf(error);
    const rejected = rejectedCells(error).filter((cell) => cell.theirs === undefined);
    if (hasErrorCode(error, 'unconfirmed_number')) this.#confirmNumbers(batch, error, idempotencyKey);
    else if (rejected.length > 0) this.#confirmRejected(batch, rejected);
    else if (conflicts.length > 0) this.#resolveConflict(batch, conflicts);
    else {
      const { cells, restore, create, remove } = batch;
      this.#state.openDialog({
        kind: 'batchFailed',
        message: messageOf(error),
        count: cells.length + restore.length + create.length + remove.length,
        retry: () => this.#again(batch, this.#retryKey(batch, idempotencyKey)),
        discard: () => this.#state.answered(),
      });
    }
  }

  /** Reuses the key unless another write to the batch's rows found that the earlier call was not processed. */
  #retryKey(batch: Batch, idempotencyKey: string): string | undefined {
    const lost = temporaryKeys(batch).map((key) => this.#parts.temporary.lostCreation(key)?.idempotencyKey);
    return lost.every((key) => key === idempotencyKey) ? idempotencyKey : undefined;
  }

  #again(batch: Batch, idempotencyKey?: string): void {
    this.#state.answered();
    void this.save(batch, idempotencyKey);
  }

  /** One confirmation for all numbers of the batch. Without it, the agent can save the other cells. */
  #confirmNumbers(batch: Batch, error: unknown, idempotencyKey: string): void {
    this.#state.openDialog({
      kind: 'numbers',
      error,
      confirm: () =>
        this.#again(
          { ...batch, confirmed: { confirm_numbers: true } },
          this.#retryKey(batch, idempotencyKey),
        ),
      cancel: () => {
        this.#state.answered();
        this.#confirmRejected(batch, rejectedCells(error), true);
      },
    });
  }

  #confirmRejected(batch: Batch, rejected: ReturnType<typeof rejectedCells>, isUnconfirmed = false): void {
    const rejectedKeys = new Set(rejected.map(({ id, row, field }) => `${id ?? row}:${field}`));
    const isLeft = ({ id, field }: { id: number; field: FieldName }) =>
      !rejectedKeys.has(`${id}:${field}`) && !rejectedKeys.has(`${id}:`);
    const left: Batch = {
      ...batch,
      cells: batch.cells.filter(isLeft),
      restore: batch.restore.filter(isLeft),
      // A row without remaining cells would become an empty client.
      create: batch.create.flatMap((row) => {
        const values = Object.entries(row.values).filter(
          ([field]) => !rejectedKeys.has(`${row.row}:${field}`),
        );
        return values.length === 0 ? [] : [{ ...row, values: Object.fromEntries(values) }];
      }),
    };
    this.#state.openDialog({
      kind: 'rejected',
      isUnconfirmed,
      cells: rejected.map(({ id, field, message }) => {
        const position = id === null ? undefined : this.#state.order.positionOf(id);
        const row = position === undefined ? null : position + 1;
        return { row, field: isFieldName(field) ? field : null, text: '', message };
      }),
      others: left.cells.length + left.restore.length + left.create.length,
      pasteOthers: () => this.#again(left),
      cancel: () => this.#state.answered(),
    });
  }

  #resolveConflict(batch: Batch, conflicts: ReturnType<typeof conflictsOf>): void {
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
    // A value the server already stores, for example after a lost response, is not a conflict.
    const own = cells.filter((cell) => !cell.isLocked && isSameValue(cell.mine, cell.theirs));
    const resolvedKeys = own.map(({ id, field }) => cellKey(id, field));
    const original = batch.cells
      .map(({ id, field, was }) => [cellKey(id, field), was] as const)
      .filter(([name]) => resolvedKeys.includes(name));
    const known = { ...batch, before: new Map([...original, ...(batch.before ?? [])]) };
    if (own.length === cells.length) {
      void this.save(resolvedBatch(known, theirs, new Set(resolvedKeys)));
      return;
    }
    this.#state.openDialog({
      kind: 'conflict',
      cells: cells.filter((cell) => !own.includes(cell)),
      resolve: (chosen) => this.#again(resolvedBatch(known, theirs, new Set([...resolvedKeys, ...chosen]))),
      back: () => this.#state.answered(),
      backLabel: 'Cancel',
    });
  }
}

/**
 * The remaining batch after conflict resolution: some cells keep the other agent's value, the others overwrite it
 * explicitly.
 */
function resolvedBatch(
  batch: Batch,
  theirs: ReadonlyMap<string, FieldValue>,
  resolvedKeys: ReadonlySet<string>,
): Batch {
  const isFree = ({ id, field }: { id: number; field: FieldName }) => !theirs.has(cellKey(id, field));
  return {
    ...batch,
    cells: batch.cells
      .filter((cell) => isFree(cell) || resolvedKeys.has(cellKey(cell.id, cell.field)))
      .map((cell) =>
        isFree(cell) ? cell : { ...cell, was: theirs.get(cellKey(cell.id, cell.field)) ?? null },
      ),
    restore: batch.restore.filter(isFree),
  };
}

function temporaryKeys({ create }: Pick<Batch, 'create'>): number[] {
  return create.flatMap(({ key }) => key ?? []);
}

/** Cells of the temporary rows that become clients. */
function createdCells({ create }: Pick<Batch, 'create'>): Batch['cells'] {
  return create.flatMap(({ key, values }) =>
    key === undefined ? [] : cellsOf(values).map((cell) => ({ id: key, ...cell, was: null })),
  );
}

function withStored(row: CreatedRow, stored: ReadonlyMap<string, FieldValue>): CreatedRow {
  const values = Object.entries(row.values).map(([field, value]) => [
    field,
    stored.get(`${row.id}:${field}`) ?? value,
  ]);
  return { id: row.id, values: Object.fromEntries(values) };
}
