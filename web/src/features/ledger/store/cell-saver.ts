import type { LikelyClient } from '@ledgerline/contract/clients/duplicates/endpoints';
import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { FIELD_NAMES, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import { cellKey, conflictsOf, rejectedCells } from '../../../domain/clients/conflicts.ts';
import { ApiError, hasErrorCode, isRejection, messageOf } from '../../../lib/api-error.ts';
import type { Confirmation, LedgerCalls } from '../api.ts';
import { typedValue } from './cell-text.ts';
import type { LedgerState } from './ledger-state.ts';
import { NewRowCheck } from './new-row-check.ts';
import { isSameValue, type PendingWrite, type Seen, shownOf } from './pending-write.ts';
import type { Row } from './row-store.ts';
import type { LostCreation, TemporaryRows } from './temporary-rows.ts';
import type { WriteQueue } from './write-queue.ts';

interface Edit {
  key: number;
  field: FieldName;
  value: FieldValue;
  /** As typed, for a retry. */
  typed: string;
  /** The displayed value when the editor opened. */
  seen: Seen;
  /** Values of earlier attempts that the server may have stored. */
  lost?: readonly FieldValue[];
  /** Sequence number of the user action. */
  turn: number;
  /** The agent confirmed the number. */
  confirmed?: Confirmation;
}

type RunningEdit = Edit & { write: PendingWrite };

/** Dependencies shared by single-cell and batch saves. */
export interface SaverParts {
  state: LedgerState;
  calls: LedgerCalls;
  queue: WriteQueue;
  temporary: TemporaryRows;
  /** Refetches rows. */
  refresh: (ids: readonly number[]) => Promise<void>;
  notifyFailure: (message: string) => void;
  /** Removes a row that this tab added; false if that failed. */
  discardRow: (key: number) => Promise<boolean>;
}

/**
 * Saves single cells: PUT /clients/{id} with one field, POST /clients for the first cell of a temporary row (0§4).
 * Saves of one row are serialized, so that a second cell of a new row gets the new id and a second value of a cell
 * expects the stored first one.
 */
export class CellSaver {
  readonly #parts: SaverParts;
  readonly #state: LedgerState;
  readonly #newRows: NewRowCheck;
  /** First cells of temporary rows whose calls got no response. */
  readonly #lostCells = new WeakMap<LostCreation, RunningEdit>();

  constructor(parts: SaverParts) {
    this.#parts = parts;
    this.#state = parts.state;
    this.#newRows = new NewRowCheck(parts);
  }

  /** Saves the typed text if it changes the cell (0§5; decisions E5). */
  save(requested: number, name: FieldName, typed: string): Promise<void> {
    const key = this.idOf(requested);
    const field = fieldNamed(name);
    const seen = this.#seen(requested, name);
    const shown = shownOf(seen) ?? emptyValue(field);
    const parsed = typedValue(field, typed, shown);
    if (!parsed.ok) {
      this.#state.fail({ key, field: name, typed, message: `${field.label} ${parsed.message}` });
      return Promise.resolve();
    }
    const lost = this.#state.consumeFailure(key, name)?.lost ?? [];
    if (isSameValue(parsed.value, shown) && lost.length === 0) {
      this.#state.emit();
      return Promise.resolve();
    }
    const turn = this.#state.operations.start();
    return this.#enqueue({ key, field: name, value: parsed.value, typed, seen, lost, turn });
  }

  /** The client id of a saved temporary row; other keys are returned unchanged. */
  idOf(key: number): number {
    return this.#parts.temporary.idOf(key);
  }

  #seen(key: number, name: FieldName): Seen {
    const { editing } = this.#state;
    if (editing?.key === key && editing.field === name) return editing.seen;
    return this.#state.seen(this.idOf(key), name);
  }

  #enqueue(edit: Edit): Promise<void> {
    const { key, field, value, seen, lost } = edit;
    const write = this.#state.send(key, field, value, seen, lost);
    return this.#state.whileSaving(() => this.#parts.queue.run([key], () => this.#run({ ...edit, write })));
  }

  async #run(requested: RunningEdit): Promise<void> {
    let edit = { ...requested, key: this.idOf(requested.key) };
    try {
      if (edit.key < 0) edit = await this.#withCreatedRow(edit);
      const likely = await this.#newRows.find(edit.key, edit.field, edit.value);
      if (likely.length > 0) this.#reportLikely(edit, likely);
      else if (edit.key < 0) await this.#create(edit);
      else await this.#update(edit);
    } catch (error) {
      await this.#failed({ ...edit, key: this.idOf(edit.key) }, error);
    } finally {
      this.#state.settle(this.idOf(edit.key), edit.field, edit.write);
    }
  }

  async #update(edit: RunningEdit): Promise<void> {
    const { key: id, field, value, write, confirmed } = edit;
    const { rows } = this.#state;
    const before = rows.cells(id);
    const record = await this.#parts.calls.saveCell(id, field, value, { seen: write.was, ...confirmed });
    this.#stored(edit, record[field] ?? null);
    // If the row was read during the call, it may hold a value that another agent saved after this one.
    if (rows.cells(id) !== before) await this.#parts.refresh([id]);
  }

  #stored({ key: id, field, write, turn }: RunningEdit, to: FieldValue): void {
    const from = write.was;
    write.store(to);
    this.#state.store(id, field, to);
    this.#state.operations.add({ changes: [{ id, field, from, to }], created: [], turn });
  }

  /** The edit after resolving an earlier lost call: a client it created may hold other values by now. */
  async #withCreatedRow(edit: RunningEdit): Promise<RunningEdit> {
    if (!this.#isRetry(edit)) await this.#parts.temporary.resolveLostCreations([edit.key]);
    const id = this.idOf(edit.key);
    if (id !== edit.key) edit.write.rebase(this.#state.rows.value(id, edit.field) ?? null);
    return { ...edit, key: id };
  }

  /** Whether this cell's call got no response. Repeating it with the same key resolves it. */
  #isRetry({ key, field, value }: RunningEdit): boolean {
    const lost = this.#parts.temporary.lostCreation(key);
    const cell = lost && this.#lostCells.get(lost);
    return cell !== undefined && cell.field === field && cell.value === value;
  }

  async #create(edit: RunningEdit): Promise<void> {
    const { temporary } = this.#parts;
    const idempotencyKey = temporary.lostCreation(edit.key)?.idempotencyKey ?? crypto.randomUUID();
    try {
      await this.#createUnder(idempotencyKey, edit);
    } catch (error) {
      if (!isRejection(error) && edit.key === this.idOf(edit.key)) {
        const repeat = () => this.#createUnder(idempotencyKey, edit);
        const lost = { idempotencyKey, keys: [edit.key], repeat };
        temporary.addLost(lost);
        this.#lostCells.set(lost, edit);
      }
      throw error;
    }
  }

  async #createUnder(idempotencyKey: string, edit: RunningEdit): Promise<void> {
    const { key, field, value, write, turn, confirmed } = edit;
    const { temporary, calls, refresh } = this.#parts;
    const isRepeat = temporary.lostCreation(key) !== undefined;
    const record = await calls.createRow(field, value, { idempotencyKey, ...confirmed });
    const stored = record[field] ?? null;
    write.store(stored);
    temporary.removeLost(idempotencyKey);
    temporary.become(key, record.id, rowOf(record));
    this.#state.operations.add({
      changes: [],
      created: [{ id: record.id, values: { [field]: stored } }],
      turn,
    });
    // The response may be a replay of an earlier attempt, so the client may have changed since.
    if (isRepeat) await refresh([record.id]);
  }

  /** Reverts the cell to its previous value. The typed text is kept for a retry or conflict resolution. */
  async #failed(edit: RunningEdit, error: unknown): Promise<void> {
    const { key, field, typed, write } = edit;
    const theirs = conflictsOf(error)[0]?.theirs;
    const [rejected] = rejectedCells(error);
    const lost = rejected ? write.lost : [...write.lost, write.shown];
    const later = this.#state.pending(key, field);
    if (theirs !== undefined && isOwn(edit, theirs)) await this.#again(edit, theirs);
    else if (isGone(error)) {
      this.#parts.notifyFailure('This client is no longer available, so your change was not saved.');
      this.#state.remove([key]);
    }
    // A later value of this cell is pending, so only that one is reported if it also fails.
    else if (later && later !== write) later.lost = [...lost, ...later.lost];
    else if (theirs !== undefined) {
      this.#state.store(key, field, theirs);
      this.#resolveConflict(edit, theirs);
    } else {
      const message = rejected ? `${fieldNamed(field).label} ${rejected.message}` : messageOf(error);
      const fail = () => this.#state.fail({ key: this.idOf(key), field, typed, message, lost });
      if (hasErrorCode(error, 'unconfirmed_number')) this.#confirmNumber({ ...edit, lost }, error, fail);
      else fail();
    }
  }

  /** The cell is saved only if the agent adds the client anyway. */
  #reportLikely({ write, ...edit }: RunningEdit, clients: LikelyClient[]): void {
    const keep = (message: string) => {
      const { field, typed } = edit;
      this.#state.fail({ key: this.idOf(edit.key), field, typed, message, lost: write.lost });
    };
    this.#state.openDialog({
      kind: 'duplicates',
      clients,
      addAnyway: () => {
        this.#state.answered();
        void this.#enqueue({ ...edit, key: this.idOf(edit.key), seen: write.was, lost: write.lost });
      },
      discardRow: async () => {
        this.#state.answered();
        const isRemoved = await this.#discard(edit.key);
        if (!isRemoved) keep('Not saved, because the existing client was chosen.');
        return isRemoved;
      },
      cancel: () => {
        this.#state.answered();
        keep('Not saved, because this person may already be a client.');
      },
    });
  }

  /** Removes a new row, unless other cells in it were filled in meanwhile. */
  async #discard(key: number): Promise<boolean> {
    await this.#state.idle();
    if (await this.#newRows.isBare(this.idOf(key))) return this.#parts.discardRow(this.idOf(key));
    this.#parts.notifyFailure('The new row was not removed because other cells in it are filled in.');
    return false;
  }

  #confirmNumber({ write, ...edit }: RunningEdit, error: unknown, fail: () => void): void {
    this.#state.openDialog({
      kind: 'numbers',
      error,
      confirm: () => {
        this.#state.answered();
        const confirmed = { confirm_numbers: true as const };
        void this.#enqueue({ ...edit, key: this.idOf(edit.key), seen: write.was, confirmed });
      },
      cancel: () => {
        this.#state.answered();
        fail();
      },
    });
  }

  /** Handles a conflict with a value of this tab, stored by a call whose response was lost. */
  async #again(edit: RunningEdit, found: FieldValue): Promise<void> {
    if (isSameValue(found, edit.write.shown)) {
      this.#stored(edit, found);
      return;
    }
    edit.write.rebase(found);
    await this.#run(edit);
  }

  #resolveConflict({ write, ...edit }: RunningEdit, theirs: FieldValue): void {
    const mine = edit.value;
    this.#state.openDialog({
      kind: 'conflict',
      cells: [{ id: edit.key, field: edit.field, mine, theirs, isLocked: false }],
      resolve: (chosen) => {
        this.#state.answered();
        if (chosen.has(cellKey(edit.key, edit.field)))
          void this.#enqueue({ ...edit, seen: theirs, lost: [] });
      },
      back: () => {
        const { key, field, typed } = edit;
        this.#state.answered();
        this.#state.fail({ key, field, typed, message: 'Changed by someone else' });
      },
      backLabel: 'Back to Editing',
    });
  }
}

/** Whether this tab wrote the stored value. Secrets only have masks, which are not conclusive. */
function isOwn({ field, write }: RunningEdit, found: FieldValue): boolean {
  if (fieldNamed(field).kind === 'secret') return false;
  return [write.shown, ...write.lost].some((value) => isSameValue(value, found));
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function rowOf(record: ClientRecord): Row {
  return [record.id, ...FIELD_NAMES.map((name) => record[name] ?? null)];
}
