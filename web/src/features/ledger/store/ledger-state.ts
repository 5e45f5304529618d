import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { MAX_LEDGER_ROWS } from '@ledgerline/contract/ledger/endpoints';
import { isMask, maskSecret } from '@ledgerline/contract/rules';
import { cellKey } from '../../../domain/clients/conflicts.ts';
import { storedValue, typedValue } from './cell-text.ts';
import type { LedgerDialog } from './ledger-dialogs.ts';
import { Operations } from './ledger-operations.ts';
import { isSameValue, PendingWrite, type Seen } from './pending-write.ts';
import type { Window } from './row-loader.ts';
import { RowOrder } from './row-order.ts';
import { type Row, RowStore } from './row-store.ts';

/** Unsaved typed text of a cell, kept for a retry. */
export interface FailedCell {
  key: number;
  field: FieldName;
  typed: string;
  message: string;
  /** Submitted values without a response. The server may have stored one of them. */
  lost?: readonly FieldValue[];
}

/** Maximum number of cached rows: more than any screen shows, far fewer than 100,000. */
const MAX_ROWS = 3000;
/** Glide highlights a changed cell for half a second; its timestamp is dropped later. */
const HIGHLIGHT_MS = 1000;

/** Everything the ledger shows: stored values, overlaid by pending values. */
export class LedgerState {
  readonly rows = new RowStore(MAX_ROWS);
  /** Called when the rows in view may have changed without scrolling. */
  onMoved: () => void = () => undefined;
  readonly order = new RowOrder(() => this.onMoved());
  readonly operations = new Operations();
  readonly failed = new Map<string, FailedCell>();
  readonly #sent = new Map<string, PendingWrite>();
  readonly #changed = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #dialogs: LedgerDialog[] = [];
  /** Text in an open editor that differs from its cell. */
  isTyping = false;
  /** The client of the last opened cell. Unaffected by rows being added or removed. */
  openedKey: number | undefined;
  /** The edited cell and its initial value, regardless of concurrent writes. */
  editing: { key: number; field: FieldName; seen: Seen } | null = null;
  /** Clients added by others since the index was loaded. */
  added = 0;
  #saving = 0;
  #version = 0;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  version = (): number => this.#version;

  emit(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** One indicator: Saving... while any call runs, else Unsaved changes, else nothing (decisions E8). */
  get indicator(): 'Saving...' | 'Unsaved changes' | '' {
    if (this.#saving > 0) return 'Saving...';
    return this.isTyping || this.failed.size > 0 || this.dialog ? 'Unsaved changes' : '';
  }

  /** Resolves when no save is running. */
  idle(): Promise<void> {
    if (this.#saving === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#saving > 0) return;
        stop();
        resolve();
      });
    });
  }

  /** Tracks a save until it settles. */
  async whileSaving<T>(work: () => Promise<T>): Promise<T> {
    this.#saving += 1;
    this.emit();
    try {
      return await work();
    } finally {
      this.#saving -= 1;
      this.emit();
    }
  }

  /** The displayed value of a cell; undefined while it is not loaded. */
  value(key: number, field: FieldName): FieldValue | undefined {
    const pending = this.pending(key, field);
    if (pending) return pending.shown;
    return key < 0 ? null : this.rows.value(key, field);
  }

  /** The last pending write of a cell. */
  pending(key: number, field: FieldName): PendingWrite | undefined {
    return this.#sent.size > 0 ? this.#sent.get(cellKey(key, field)) : undefined;
  }

  /** The displayed value of a cell and the write it comes from. */
  seen(key: number, field: FieldName): Seen {
    return this.pending(key, field) ?? this.value(key, field) ?? emptyValue(fieldNamed(field));
  }

  /** Shows a pending value; a secret as its future mask. */
  send(
    key: number,
    field: FieldName,
    value: FieldValue,
    seen: Seen,
    lost: readonly FieldValue[] = [],
  ): PendingWrite {
    const stored = storedValue(fieldNamed(field), value);
    const isSecret = fieldNamed(field).kind === 'secret' && stored !== null && !isMask(stored);
    const shown = isSecret ? maskSecret({ kind: field, value: String(stored) }) : stored;
    const write = new PendingWrite(shown, seen, lost);
    this.#sent.set(cellKey(key, field), write);
    return write;
  }

  /** Ends a write. Unless a later one is pending, the stored value is shown again. */
  settle(key: number, field: FieldName, write: PendingWrite): void {
    if (this.pending(key, field) === write) this.#sent.delete(cellKey(key, field));
  }

  /** The cells with a value that is not saved yet. */
  unsaved(): { key: number; field: FieldName }[] {
    return [...this.#sent.keys(), ...this.failed.keys()].flatMap((name) => {
      const [key, field = ''] = name.split(':');
      return isFieldName(field) ? [{ key: Number(key), field }] : [];
    });
  }

  /** Drops the cells of these rows that are neither near the screen nor unsaved; returns the others. */
  retainNeeded(ids: readonly number[], near: ReadonlySet<number>, displayed: readonly FieldName[]): Window {
    const { rows } = this;
    const changed = new Set(ids);
    const unsaved = this.unsaved().filter(({ key }) => changed.has(key));
    const needed = new Set([...near, ...unsaved.map(({ key }) => key)]);
    const shown = new Set([...displayed, ...unsaved.map(({ field }) => field)]);
    const loaded = ids.filter((id) => rows.cells(id) && needed.has(id)).slice(0, MAX_LEDGER_ROWS);
    const fields = rows.loadedFields(loaded).filter((field) => shown.has(field));
    const isKept = new Set(loaded);
    for (const id of ids) {
      if (isKept.has(id)) rows.keep(id, fields);
      else rows.delete(id);
    }
    return { ids: loaded, fields };
  }

  store(key: number, field: FieldName, value: FieldValue): void {
    this.rows.set(key, field, value);
  }

  fail(cell: FailedCell): void {
    this.failed.set(cellKey(cell.key, cell.field), cell);
    this.emit();
  }

  consumeFailure(key: number, field: FieldName): FailedCell | undefined {
    const failed = this.failed.get(cellKey(key, field));
    this.failed.delete(cellKey(key, field));
    return failed;
  }

  /** Distinguishes the current dialog from the one before, so that no choice and no focus is carried over. */
  answeredDialogs = 0;

  /** The current dialog; others are queued. */
  get dialog(): LedgerDialog | undefined {
    return this.#dialogs[0];
  }

  openDialog(dialog: LedgerDialog): void {
    this.#dialogs.push(dialog);
    this.emit();
  }

  answered(): void {
    this.#dialogs.shift();
    this.answeredDialogs += 1;
    this.emit();
  }

  type(isTyping: boolean): void {
    if (this.isTyping === isTyping) return;
    this.isTyping = isTyping;
    this.emit();
  }

  /**
   * Applies rows changed by others. Different cells are highlighted once, and a failure is cleared if its value turns
   * out to be stored.
   */
  refresh(rows: readonly Row[], fields: readonly FieldName[], now: number): void {
    for (const [name, at] of this.#changed) if (now - at > HIGHLIGHT_MS) this.#changed.delete(name);
    for (const row of rows) {
      const id = Number(row[0]);
      fields.forEach((field, position) => {
        const old = this.rows.value(id, field);
        const differs = old !== undefined && !isSameValue(old, row[position + 1]);
        if (differs && !this.pending(id, field)) this.#changed.set(cellKey(id, field), now);
      });
    }
    this.rows.put(rows, fields);
    this.#clearResolvedFailures();
    this.emit();
  }

  #clearResolvedFailures(): void {
    for (const { key, field, typed } of [...this.failed.values()]) {
      const stored = this.rows.value(key, field);
      if (stored === undefined || stored === null) continue;
      const parsed = typedValue(fieldNamed(field), typed, stored);
      if (parsed.ok && isSameValue(parsed.value, stored)) this.consumeFailure(key, field);
    }
  }

  changedAt(key: number, field: FieldName): number | undefined {
    return this.#changed.size > 0 ? this.#changed.get(cellKey(key, field)) : undefined;
  }

  /** Called when a temporary row has become a client. */
  become(key: number, id: number, row?: Row): void {
    this.order.replace(key, id);
    if (row) this.rows.put([row]);
    for (const [name, cell] of [...this.failed]) {
      if (cell.key !== key) continue;
      this.failed.delete(name);
      this.failed.set(cellKey(id, cell.field), { ...cell, key: id });
    }
    for (const [name, write] of [...this.#sent]) {
      if (!name.startsWith(`${key}:`)) continue;
      this.#sent.delete(name);
      this.#sent.set(`${id}${name.slice(name.indexOf(':'))}`, write);
    }
  }

  remove(keys: readonly number[]): void {
    this.order.remove(keys);
    const gone = new Set(keys);
    for (const key of keys) this.rows.delete(key);
    for (const [name, cell] of this.failed) if (gone.has(cell.key)) this.failed.delete(name);
    this.emit();
  }
}
