import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { isMask, readIdentifier } from '@ledgerline/contract/rules';

interface CellChange {
  id: number;
  field: FieldName;
  from: FieldValue;
  to: FieldValue;
}

export interface CreatedRow {
  id: number;
  values: Partial<Record<FieldName, FieldValue>>;
}

/** Changes of one user action, keyed by client and field so that sorting does not matter. */
export interface Changes {
  changes: CellChange[];
  created: CreatedRow[];
}

/** The cells of a created row. */
export function cellsOf(values: CreatedRow['values']): { field: FieldName; value: FieldValue }[] {
  return Object.entries(values).flatMap(([field, value]) =>
    isFieldName(field) && value !== undefined ? [{ field, value }] : [],
  );
}

/** One user action, undone and redone as a unit. */
export interface Operation extends Changes {
  /** Sequence number of the user action. Saves run concurrently and may finish in a different order. */
  turn: number;
}

/** The request to undo or redo an operation. */
export interface Reversal {
  cells: { id: number; field: FieldName; value: FieldValue; was: FieldValue }[];
  /** Secrets, whose values the browser never knew, and incomplete numbers. The server has the value that was shown as `to`. */
  restore: { id: number; field: FieldName; was: FieldValue; to: FieldValue }[];
  create: { row: string; values: CreatedRow['values'] }[];
  remove: number[];
  /** Changes that cannot be undone because the old value is not stored. */
  lost: CellChange[];
}

const MAX_OPERATIONS = 200;

/** Whether only the server can restore the value: a secret, or a number that it would complete or reject. */
function needsRestore(name: FieldName, value: FieldValue): boolean {
  const { kind, identifier } = fieldNamed(name);
  const isComplete = !identifier || readIdentifier(identifier, String(value)).state === 'complete';
  return kind === 'secret' || !isComplete;
}

/** Card security codes are stored nowhere except in their cell. */
function isStored(field: FieldName): boolean {
  return !fieldNamed(field).isSecurityCode;
}

function reversalOf(changes: readonly CellChange[]): Reversal {
  const reversal: Reversal = { cells: [], restore: [], create: [], remove: [], lost: [] };
  for (const change of changes) {
    const { id, field, from, to } = change;
    const isEmptying = (to ?? '') === '';
    if (isEmptying || !needsRestore(field, to)) reversal.cells.push({ id, field, value: to, was: from });
    else if (isStored(field)) reversal.restore.push({ id, field, was: from, to });
    else reversal.lost.push(change);
  }
  return reversal;
}

const turned = ({ id, field, from, to }: CellChange): CellChange => ({ id, field, from: to, to: from });

export function undoOf(operation: Changes): Reversal {
  return {
    ...reversalOf(operation.changes.map(turned)),
    remove: operation.created.map((row) => row.id),
  };
}

/** Rows are recreated without secrets, because this tab has only their masks. */
export function redoOf(operation: Changes): Reversal {
  const create = operation.created.map(({ values }, position) => ({
    row: String(position),
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => !isMask(value))),
  }));
  return { ...reversalOf(operation.changes), create };
}

/** Operations of this tab, newest last. */
export class Operations {
  #done: Operation[] = [];
  #undone: Operation[] = [];
  #turns = 0;

  /** Assigns a sequence number when an action starts. */
  start(): number {
    this.#turns += 1;
    return this.#turns;
  }

  get lastDone(): Operation | undefined {
    return this.#done.at(-1);
  }

  get lastUndone(): Operation | undefined {
    return this.#undone.at(-1);
  }

  /** Adds a saved action at its sequence position and clears the redo stack. */
  add(operation: Operation): void {
    if (operation.changes.length === 0 && operation.created.length === 0) return;
    const recent = this.#done.slice(1 - MAX_OPERATIONS);
    this.#done = [...recent, operation].sort((a, b) => a.turn - b.turn);
    this.#undone = [];
  }

  undone(operation: Operation): void {
    this.#done = this.#done.filter((each) => each !== operation);
    this.#undone.push(operation);
  }

  /** Recreated rows have new ids, so update every operation. */
  redone(operation: Operation, ids: ReadonlyMap<number, number> = new Map()): void {
    this.#undone = this.#undone.filter((each) => each !== operation);
    this.#done.push(operation);
    if (ids.size === 0) return;
    const renamed = (each: Operation): Operation => ({
      ...each,
      changes: each.changes.map((change) => ({ ...change, id: ids.get(change.id) ?? change.id })),
      created: each.created.map((row) => ({ ...row, id: ids.get(row.id) ?? row.id })),
    });
    this.#done = this.#done.map(renamed);
    this.#undone = this.#undone.map(renamed);
  }

  /** Operations on deleted rows can no longer be undone. */
  forget(operation: Operation): void {
    this.#done = this.#done.filter((each) => each !== operation);
    this.#undone = this.#undone.filter((each) => each !== operation);
  }
}
