import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { FIELD_NAMES, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { LedgerCalls } from '../api.ts';
import { typedValue } from './cell-text.ts';
import { conflictsOf, messageOf, rejectedCells } from './conflicts.ts';
import { cellKey, type LedgerState } from './ledger-state.ts';
import type { Row } from './row-store.ts';

interface Edit {
  key: number;
  field: FieldName;
  value: FieldValue;
  /** As typed, for another try. */
  typed: string;
  /** What the cell showed when its editor opened. */
  seen: FieldValue;
  /** Its place among the agent's acts. */
  turn: number;
}

/**
 * Saves single cells: PUT /clients/{id} with that one field, POST /clients for the first cell of a temporary row (0§4).
 * The saves of one row wait for each other, so that a second cell of a new row finds the id of the first.
 */
export class CellSaver {
  readonly #state: LedgerState;
  readonly #calls: LedgerCalls;
  readonly #queues = new Map<number, Promise<void>>();
  /** The ids that temporary rows got. */
  readonly #ids = new Map<number, number>();

  constructor(state: LedgerState, calls: LedgerCalls) {
    this.#state = state;
    this.#calls = calls;
  }

  /** Saves what was typed if it really changes the cell (0§5; decisions E5). */
  save(asked: number, name: FieldName, typed: string): Promise<void> {
    const key = this.idOf(asked);
    const field = fieldNamed(name);
    const seen = this.#seen(asked, name);
    const parsed = typedValue(field, typed, seen);
    if (!parsed.ok) {
      this.#state.fail({ key, field: name, typed, message: `${field.label} ${parsed.message}` });
      return Promise.resolve();
    }
    this.#state.forgive(key, name);
    if ((parsed.value ?? '') === (seen ?? '')) {
      this.#state.emit();
      return Promise.resolve();
    }
    return this.#enqueue({
      key,
      field: name,
      value: parsed.value,
      typed,
      seen,
      turn: this.#state.operations.begin(),
    });
  }

  /** The client that a temporary row has become; any other key is its own. */
  idOf(key: number): number {
    return this.#ids.get(key) ?? key;
  }

  #seen(key: number, field: FieldName): FieldValue {
    const { editing } = this.#state;
    const isOpen = editing?.key === key && editing.field === field;
    return (isOpen ? editing.seen : this.#state.value(key, field)) ?? emptyValue(fieldNamed(field));
  }

  #enqueue(edit: Edit): Promise<void> {
    this.#state.send(edit.key, edit.field, edit.value);
    const before = this.#queues.get(edit.key) ?? Promise.resolve();
    const run = this.#state.whileSaving(() => before.then(() => this.#run(edit)));
    this.#queues.set(edit.key, run);
    return run;
  }

  async #run({ key: asked, ...edit }: Edit): Promise<void> {
    const key = this.idOf(asked);
    const shown = this.#state.value(key, edit.field);
    try {
      if (key < 0) await this.#create({ key, ...edit });
      else await this.#update({ key, ...edit });
    } catch (error) {
      this.#failed({ key, ...edit }, error);
    } finally {
      const now = this.idOf(key);
      if (this.#state.value(now, edit.field) === shown) this.#state.settle(now, edit.field);
    }
  }

  async #update({ key: id, field, value, seen, turn }: Edit): Promise<void> {
    const record = await this.#calls.saveCell(id, field, value, seen);
    const to = record[field] ?? null;
    this.#state.store(id, field, to);
    this.#state.operations.add({ changes: [{ id, field, from: seen, to }], created: [], turn });
  }

  async #create({ key, field, value, turn }: Edit): Promise<void> {
    const record = await this.#calls.createRow(field, value);
    this.#ids.set(key, record.id);
    this.#state.become(key, record.id, rowOf(record));
    this.#state.operations.add({
      changes: [],
      created: [{ id: record.id, values: { [field]: record[field] ?? null } }],
      turn,
    });
  }

  /** The cell goes back to its previous value; what was typed stays for retry, or for the choice between two values. */
  #failed(edit: Edit, error: unknown): void {
    const { key, field, typed } = edit;
    const theirs = conflictsOf(error)[0]?.theirs;
    if (theirs !== undefined) {
      this.#state.store(key, field, theirs);
      this.#askConflict(edit, theirs);
      return;
    }
    const reason = rejectedCells(error)[0]?.message;
    const message = reason ? `${fieldNamed(field).label} ${reason}` : messageOf(error);
    this.#state.fail({ key, field, typed, message });
  }

  #askConflict(edit: Edit, theirs: FieldValue): void {
    const mine = edit.value;
    this.#state.ask({
      kind: 'conflict',
      cells: [{ id: edit.key, field: edit.field, mine, theirs, isLocked: false }],
      settle: (kept) => {
        this.#state.answered();
        if (kept.has(cellKey(edit.key, edit.field))) void this.#enqueue({ ...edit, seen: theirs });
      },
    });
  }
}

function rowOf(record: ClientRecord): Row {
  return [record.id, ...FIELD_NAMES.map((name) => record[name] ?? null)];
}
