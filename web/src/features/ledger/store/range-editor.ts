import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { MAX_LEDGER_CELLS } from '@ledgerline/contract/ledger/endpoints';
import { cellKey } from '../../../domain/clients/conflicts.ts';
import type { LedgerCalls } from '../api.ts';
import type { Batch, BatchSaver } from './batch-saver.ts';
import { areKnown, loadCells, missingKeys, type Values } from './cell-loader.ts';
import { copyText } from './cell-text.ts';
import { type LedgerMessages, type RangeAction, rangeText } from './ledger-announcements.ts';
import type { LedgerState } from './ledger-state.ts';
import {
  clearTargets,
  columnsBeyond,
  fillTargets,
  type PastePlan,
  pasteTargets,
  planPaste,
  type Range,
  type Target,
  temporaryRows,
} from './paste-plan.ts';

/** Maximum number of cells per copy. */
const MAX_COPIED_CELLS = 500_000;

const OWNER: FieldName = 'owner_agent_id';
const TOO_MANY_CLIENTS = `At most ${MAX_LEDGER_CELLS.toLocaleString('en-US')} clients can be reassigned at once.`;

function beyondText(columns: number): string {
  return columns === 1
    ? 'One pasted column is past the last ledger column and was ignored.'
    : `${columns} pasted columns are past the last ledger column and were ignored.`;
}

/** The clients of the rows that an action began with, and the number of rows. */
interface ChosenRows {
  count: number;
  keys: ReadonlyMap<number, number | undefined>;
}

const GONE = 'Some of these clients are no longer available.';

/** Copies, pastes, fills and clears ranges, loading cells that are not cached. */
export class RangeEditor {
  readonly #state: LedgerState;
  readonly #calls: LedgerCalls;
  readonly #saver: BatchSaver;
  #selected: Range | null = null;
  readonly #messages: LedgerMessages;

  constructor(state: LedgerState, calls: LedgerCalls, saver: BatchSaver, messages: LedgerMessages) {
    this.#state = state;
    this.#calls = calls;
    this.#saver = saver;
    this.#messages = messages;
  }

  /** The texts of a range; synchronous if its cells are cached, as the clipboard API prefers. */
  copy(
    range: Range,
    columns: readonly FieldName[],
    onRead: (key: number, field: FieldName, value: FieldValue | undefined) => void = () => undefined,
  ): string[][] | Promise<string[][]> {
    if (range.width * range.height > MAX_COPIED_CELLS) {
      return Promise.reject(
        new Error(`At most ${MAX_COPIED_CELLS.toLocaleString('en-US')} cells can be copied at once.`),
      );
    }
    const fields = columns.slice(range.x, range.x + range.width);
    const keys = this.#state.order.keys(range.y, range.y + range.height);
    const read = (values: Values) =>
      keys.map((key) =>
        fields.map((name) => {
          const value = values(key, name);
          onRead(key, name, value);
          return copyText(fieldNamed(name), value);
        }),
      );
    const isCached = missingKeys(this.#state, keys, fields).length === 0;
    if (isCached) return read((key, name) => this.#state.value(key, name));
    return this.load(keys, fields).then((values) => {
      if (!areKnown(keys, fields, values)) throw new Error(`${GONE} Select the cells again.`);
      return read(values);
    });
  }

  paste(range: Range, block: readonly (readonly string[])[], columns: readonly FieldName[]): Promise<void> {
    const beyond = columnsBeyond(block, range, columns);
    if (beyond > 0) this.#messages.failed(beyondText(beyond));
    return this.#write('Pasted', pasteTargets(block, range, columns));
  }

  async clear(
    range: Range,
    columns: readonly FieldName[],
    rows: ChosenRows = this.#rowsIn(range),
    seen?: Values,
  ): Promise<void> {
    if (this.#isTooMuch(range.width * range.height)) return;
    await this.#write('Cleared', clearTargets(range, columns), rows, seen);
  }

  /**
   * Copies a range; `clear` empties the cells of the clients that were copied, wherever their rows are by then. It
   * expects the copied values: one that a colleague saved since is a conflict.
   */
  cut(range: Range, columns: readonly FieldName[]) {
    const rows = this.#rowsIn(range);
    const seen = new Map<string, FieldValue>();
    const copied = this.copy(range, columns, (key, field, value) => {
      // A pending value is excluded: it is stored by then, perhaps normalized by the server.
      if (value !== undefined && !this.#state.pending(key, field)) seen.set(cellKey(key, field), value);
    });
    return {
      copied,
      clear: () => this.clear(range, columns, rows, (key, field) => seen.get(cellKey(key, field))),
    };
  }

  async fill(source: Range, target: Range, columns: readonly FieldName[]): Promise<void> {
    if (this.#isTooMuch(target.width * target.height)) return;
    const fields = columns.slice(source.x, source.x + source.width);
    const keys = this.#state.order.keys(source.y, source.y + source.height);
    const rows = this.#rowsIn(target);
    const values = await this.load(keys, fields);
    if (!areKnown(keys, fields, values)) {
      this.#messages.failed(`${GONE} Nothing was filled.`);
      return;
    }
    const cells = keys.map((key) =>
      fields.map((field) => ({
        field,
        value: values(key, field) ?? emptyValue(fieldNamed(field)),
      })),
    );
    await this.#write('Filled', fillTargets(source, target, columns, cells), rows);
  }

  /** The selected range, if any. Its clients are resolved when requested. */
  select(range: Range | null): void {
    const hadSelection = this.hasSelection;
    this.#selected = range;
    if (this.hasSelection !== hadSelection) this.#state.emit();
  }

  /** Whether any cell is selected. */
  get hasSelection(): boolean {
    return this.#selected !== null;
  }

  /** Opens the reassign dialog for the currently selected clients, even if their rows move later. */
  requestReassignment(): void {
    const { y, height } = this.#selected ?? { y: 0, height: 0 };
    const ids = this.#state.order.keys(y, y + height).filter((key) => key > 0);
    if (ids.length === 0) this.#messages.failed('Select the rows of the clients you want to reassign.');
    else if (ids.length > MAX_LEDGER_CELLS) this.#messages.failed(TOO_MANY_CLIENTS);
    else this.#requestOwner(ids);
  }

  #requestOwner(ids: readonly number[]): void {
    let isOpen = true;
    const close = () => {
      if (isOpen) this.#state.answered();
      isOpen = false;
    };
    this.#state.openDialog({
      kind: 'reassign',
      count: ids.length,
      reassign: async (to) => {
        const plan = await this.#ownerPlan(ids, to);
        if (!isOpen) return;
        close();
        void this.#save('Reassigned', plan);
      },
      cancel: close,
    });
  }

  /** The new owner as cells to write; clients deleted in the meantime are skipped. */
  async #ownerPlan(ids: readonly number[], to: number | null): Promise<PastePlan> {
    await this.#state.idle();
    const values = await this.load(ids, [OWNER]);
    const { order } = this.#state;
    const cells = ids.flatMap((key) => {
      const was = values(key, OWNER);
      if (was === undefined || was === to) return [];
      return [{ row: order.positionOf(key) ?? order.count, key, field: OWNER, value: to, was }];
    });
    return { cells, beyond: new Map(), rejected: [] };
  }

  /** The clients of these rows now: rows move while cells load, and must not take the clients' changes with them. */
  #rowsOf(rows: readonly number[]): ChosenRows {
    const { order } = this.#state;
    return { count: order.count, keys: new Map(rows.map((row) => [row, order.keyAt(row)])) };
  }

  #rowsIn({ y, height }: Range): ChosenRows {
    return this.#rowsOf(Array.from({ length: height }, (_, offset) => y + offset));
  }

  async #write(
    action: RangeAction,
    targets: Target[],
    rows: ChosenRows = this.#rowsOf(targets.map(({ row }) => row)),
    seen: Values = () => undefined,
  ): Promise<void> {
    if (targets.length === 0 || this.#isTooMuch(targets.length)) return;
    await this.#state.idle();
    const keyAt = (row: number) => {
      const key = rows.keys.get(row);
      // A new row that was saved meanwhile has its client's ID.
      return key === undefined ? undefined : this.#saver.idOf(key);
    };
    const keys = [...rows.keys.keys()].flatMap((row) => keyAt(row) ?? []);
    const values = await this.load(keys, [...new Set(targets.map(({ field }) => field))]);
    // Edits typed during loading have settled too, because the plan expects stored values.
    await this.#state.idle();
    const isKnown = ({ row, field }: Target) => {
      const key = keyAt(row);
      return key === undefined || key < 0 || values(key, field) !== undefined;
    };
    const known = targets.filter(isKnown);
    if (known.length < targets.length) this.#messages.failed(`${GONE} Their cells were not changed.`);
    if (known.length === 0) return;
    const expected: Values = (key, field) => seen(key, field) ?? values(key, field);
    const plan = planPaste(known, { rowCount: rows.count, keyAt, valueOf: expected });
    this.#confirmRejected(action, plan);
  }

  /** Nothing is saved if a cell is rejected, unless the agent continues without it. */
  #confirmRejected(action: RangeAction, plan: PastePlan): void {
    if (plan.rejected.length === 0) {
      this.#confirmRows(action, plan);
      return;
    }
    this.#state.openDialog({
      kind: 'rejected',
      cells: plan.rejected,
      others: plan.cells.length + plan.beyond.size,
      pasteOthers: () => {
        this.#state.answered();
        this.#confirmRows(action, plan);
      },
      cancel: () => this.#state.answered(),
    });
  }

  #confirmRows(action: RangeAction, plan: PastePlan): void {
    if (plan.beyond.size === 0) {
      void this.#save(action, plan);
      return;
    }
    const answer = (chosen: PastePlan) => () => {
      this.#state.answered();
      void this.#save(action, chosen);
    };
    this.#state.openDialog({
      kind: 'addRows',
      count: plan.beyond.size,
      addRows: answer(plan),
      pasteWithout: plan.cells.length > 0 ? answer({ ...plan, beyond: new Map() }) : null,
      cancel: () => this.#state.answered(),
    });
  }

  #save(action: RangeAction, plan: PastePlan): Promise<void> {
    const existing = plan.cells.filter((cell) => cell.key > 0);
    const turn = this.#state.operations.start();
    const batch: Batch = {
      cells: existing.map(({ key, field, value, was }) => ({ id: key, field, value, was })),
      restore: [],
      create: [
        ...temporaryRows(plan),
        ...[...plan.beyond.values()].map((values, position) => ({ row: `beyond ${position + 1}`, values })),
      ],
      remove: [],
      onSaved: (done) => {
        this.#state.operations.add({ ...done, turn });
        this.#messages.announced(rangeText(action, done));
      },
    };
    if (plan.cells.length + plan.beyond.size === 0) batch.onSaved({ changes: [], created: [] }, new Map());
    return this.#saver.save(batch);
  }

  /** Values of these cells, loaded where they are not cached. */
  load(keys: readonly number[], fields: readonly FieldName[]): Promise<Values> {
    return loadCells(this.#state, this.#calls.fetchRows, keys, fields);
  }

  #isTooMuch(cells: number): boolean {
    if (cells <= MAX_LEDGER_CELLS) return false;
    this.#messages.failed(
      `At most ${MAX_LEDGER_CELLS.toLocaleString('en-US')} cells can be changed at once.`,
    );
    return true;
  }
}
