import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { cellKey } from '../../../domain/clients/conflicts.ts';
import { messageOf } from '../../../lib/api-error.ts';
import type { LedgerCalls } from '../api.ts';
import { ROW_MARGIN } from '../first-rows.ts';
import { type Batch, BatchSaver } from './batch-saver.ts';
import { CellSaver, type SaverParts } from './cell-saver.ts';
import { type LedgerMessages, turnText } from './ledger-announcements.ts';
import { type Changes, type Reversal, redoOf, undoOf } from './ledger-operations.ts';
import { LedgerState } from './ledger-state.ts';
import { RangeEditor } from './range-editor.ts';
import { RowLoader, type Window } from './row-loader.ts';
import type { Row } from './row-store.ts';
import { TemporaryRows } from './temporary-rows.ts';
import { WriteQueue } from './write-queue.ts';

interface Shown {
  first: number;
  count: number;
  fields: readonly FieldName[];
  /** In the sheet, scrolling retries a failed load; other screens have a Try Again button. */
  isSheet: boolean;
}
const NOTHING_SHOWN: Shown = { first: 0, count: 0, fields: [], isSheet: true };

/** The ledger session of this tab. It outlives the page, so that visiting a client loses nothing. */
export class LedgerSession {
  readonly state = new LedgerState();
  readonly cells: CellSaver;
  readonly ranges: RangeEditor;
  readonly #calls: LedgerCalls;
  readonly #messages: LedgerMessages;
  readonly #batches: BatchSaver;
  readonly #loader: RowLoader;
  #view: LedgerView | null = null;
  #reading: AbortController | null = null;
  #inView: number[] = [];
  /** Rows in view and those prefetched around it. */
  #near: ReadonlySet<number> = new Set();
  /** Aborted when the page is left. */
  #visit = new AbortController();
  /** The part of the sheet on the screen. */
  #shown: Shown = NOTHING_SHOWN;
  /** The displayed view; the requested one may still be loading. */
  shown: LedgerView | null = null;
  /** Scroll position when the sheet was left. */
  firstRow = 0;
  load: 'loading' | 'ready' | 'failed' = 'loading';

  constructor(calls: LedgerCalls, messages: LedgerMessages) {
    this.#calls = calls;
    this.#messages = messages;
    const { state } = this;
    state.onMoved = () => this.#request();
    const queue = new WriteQueue();
    const parts: SaverParts = {
      state,
      calls,
      queue,
      temporary: new TemporaryRows({ state, calls, queue }),
      refresh: (ids) => this.#refresh(ids, performance.now()),
      notifyFailure: messages.failed,
      discardRow: (key) => this.#discardRow(key),
    };
    this.cells = new CellSaver(parts);
    this.#batches = new BatchSaver(parts);
    this.ranges = new RangeEditor(this.state, calls, this.#batches, messages);
    this.#loader = new RowLoader({
      fetchRows: (requested, signal) => this.#freshRows(requested, signal),
      has: (id, fields) => this.state.rows.has(id, fields),
      onRows: (rows, requested) => {
        this.state.rows.put(rows, requested.fields);
        this.#dropMissing(requested, rows);
        this.state.emit();
      },
      onError: () => {
        if (this.#shown.isSheet) messages.failed('Some cells could not be loaded. Scroll to try again.');
        this.state.emit();
      },
    });
  }

  /** Opens a view. If it is already open, it stays visible while it is refetched. */
  async open(view: LedgerView): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    if (this.#visit.signal.aborted) {
      // Saves that ended after the page was left may have cached rows, which missed later changes.
      this.state.rows.clear();
      this.#visit = new AbortController();
    }
    const isSame = JSON.stringify(view) === JSON.stringify(this.#view);
    if (!isSame || this.load === 'failed') this.load = 'loading';
    if (!isSame) {
      this.firstRow = 0;
      this.ranges.select(null);
    }
    this.#view = view;
    this.state.emit();
    try {
      const ids = await this.#calls.fetchIndex(view, reading.signal);
      if (this.#reading !== reading) return;
      this.state.order.load(ids);
      if (!isSame) this.shown = view;
      this.state.added = 0;
      this.load = 'ready';
    } catch {
      if (this.#reading !== reading) return;
      this.load = 'failed';
    }
    this.state.emit();
  }

  async reopen(): Promise<void> {
    if (this.#view) await this.open(this.#view);
  }

  /** The page was left, so row changes may be missed. */
  close(): void {
    this.#visit.abort();
    this.#reading?.abort();
    this.#reading = null;
    this.#loader.stop();
    this.#shown = NOTHING_SHOWN;
    this.ranges.select(null);
    this.state.rows.clear();
  }

  /** The visible rows, and the columns to load, in catalog order; neighboring rows are prefetched too. */
  look(first: number, count: number, fields: readonly FieldName[], isSheet = true): void {
    this.firstRow = first;
    this.#shown = { first, count, fields, isSheet };
    this.#request();
  }

  /** Whether rows in view could not be loaded. */
  get hasMissingRows(): boolean {
    return this.#loader.hasFailed;
  }

  #request(): void {
    const { first, count, fields } = this.#shown;
    const { order, rows } = this.state;
    this.#inView = order.keys(first, first + count).filter((key) => key > 0);
    const around = order.keys(first - ROW_MARGIN, first + count + ROW_MARGIN).filter((key) => key > 0);
    this.#near = new Set([...this.#inView, ...around]);
    rows.touch(this.#inView);
    this.#loader.request({ ids: [...this.#near], fields });
  }

  addRow(): number {
    const key = this.state.order.addTemporary();
    this.state.emit();
    return key;
  }

  /** A temporary row is dropped; a client that was created from one is removed again, as undo does. */
  async #discardRow(key: number): Promise<boolean> {
    const onSaved = () => this.state.emit();
    if (key < 0) this.state.remove([key]);
    else await this.#batches.save({ cells: [], restore: [], create: [], remove: [key], onSaved });
    return this.state.order.positionOf(key) === undefined;
  }

  async undo(): Promise<void> {
    await this.state.idle();
    const operation = this.state.operations.lastDone;
    if (!operation) return this.#messages.announced('There is nothing to undo');
    await this.#turn(undoOf(operation), ({ changes }) => {
      this.state.operations.undone(operation);
      this.#announceTurn('Undid', changes, operation.created.length);
    });
  }

  async redo(): Promise<void> {
    await this.state.idle();
    const operation = this.state.operations.lastUndone;
    if (!operation) return this.#messages.announced('There is nothing to redo');
    await this.#turn(redoOf(operation), ({ changes, created }, ids) => {
      const renamed = operation.created.map(
        (row, position) => [row.id, ids.get(String(position)) ?? row.id] as const,
      );
      this.state.operations.redone(operation, new Map(renamed));
      this.#announceTurn('Redid', changes, created.length);
    });
  }

  #announceTurn(action: 'Undid' | 'Redid', changes: Changes['changes'], clients: number): void {
    const text = turnText(this.state, changes, clients);
    if (text !== '') this.#messages.announced(`${action}: ${text}`);
  }

  async #turn(reversal: Reversal, onSaved: Batch['onSaved']): Promise<void> {
    const { lost, ...rest } = reversal;
    if (lost.length > 0) {
      this.#messages.failed(
        'A card security code could not be restored because it is not stored anywhere else.',
      );
    }
    const isEmpty = Object.values(rest).every((part) => part.length === 0);
    if (isEmpty) onSaved({ changes: [], created: [] }, new Map());
    else await this.#batches.save({ ...rest, onSaved });
    this.state.emit();
  }

  /** Handles live events from other agents. */
  receive(event: LiveEvent, now: number): void {
    // The index is refetched on the event about clients, or when the stream reconnects.
    if (event.kind === 'access_scope') void this.#refreshAll(now);
    if (event.kind !== 'clients') return;
    if (event.action === 'created') {
      this.state.added += event.ids?.length ?? 1;
      this.state.emit();
    } else if (!event.ids) void this.catchUp(now);
    else if (event.action === 'deleted') this.state.remove(event.ids);
    else {
      this.state.rows.outdate(event.ids);
      void this.#refresh(event.ids, now);
    }
  }

  /** Refetches everything, because events may have been missed. */
  async catchUp(now: number): Promise<void> {
    await Promise.all([this.#refreshAll(now), this.reopen()]);
  }

  /** Refetches visible rows now, the rest when they become visible. */
  async #refreshAll(now: number): Promise<void> {
    this.state.rows.outdate();
    const seen = new Set(this.#inView);
    for (const id of this.state.rows.ids()) if (!seen.has(id)) this.state.rows.delete(id);
    await this.#refresh(this.#inView, now);
  }

  /** Refetches the cells of these rows that are near the view or unsaved. Others are dropped and load when they come into view. */
  async #refresh(ids: readonly number[], now: number): Promise<void> {
    const { rows } = this.state;
    const { signal } = this.#visit;
    const { ids: loaded, fields } = this.state.retainNeeded(ids, this.#near, this.#shown.fields);
    if (loaded.length > 0 && fields.length > 0) {
      try {
        const fresh = await this.#freshRows({ ids: loaded, fields }, signal);
        if (signal.aborted) return;
        this.state.refresh(fresh, fields, now);
        this.#dropMissing({ ids: loaded, fields }, fresh);
      } catch {
        if (signal.aborted) return;
        for (const id of loaded) rows.delete(id);
      }
    }
    this.#request();
    this.state.emit();
  }

  /** Rows that changed during loading are requested again. */
  async #freshRows({ ids, fields }: Window, signal?: AbortSignal): Promise<Row[]> {
    const { answer: rows, stale } = await this.state.rows.whileReading(ids, () =>
      this.#calls.fetchRows(ids, fields, signal),
    );
    const outdated = ids.filter((id) => stale.has(id));
    if (outdated.length === 0) return rows;
    const others = rows.filter(([id]) => !stale.has(Number(id)));
    return [...others, ...(await this.#freshRows({ ids: outdated, fields }, signal))];
  }

  /** Removes clients that are missing from a response: they were deleted, or the agent may no longer view them. */
  #dropMissing({ ids }: Window, rows: readonly Row[]): void {
    const found = new Set(rows.map(([id]) => Number(id)));
    const gone = ids.filter((id) => !found.has(id));
    if (gone.length > 0) this.state.remove(gone);
  }

  /** Retries a failed cell with the typed text. Its stored value, which the server compares, may not be loaded anymore. */
  async retry(key: number, field: FieldName): Promise<void> {
    const { failed, rows } = this.state;
    const fields = [field];
    try {
      if (key > 0 && !rows.has(key, fields)) rows.put(await this.#freshRows({ ids: [key], fields }), fields);
    } catch (error) {
      return this.#messages.failed(messageOf(error));
    }
    const cell = failed.get(cellKey(key, field));
    if (cell) await this.cells.save(key, field, cell.typed);
  }

  /** Discards the typed text. If the call got no response, refetches the row to see what the server stored. */
  discard(key: number, field: FieldName): void {
    const lost = this.state.consumeFailure(key, field)?.lost ?? [];
    if (lost.length > 0) void this.#refresh([key], performance.now());
    this.state.emit();
  }
}
