import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { Row } from './row-store.ts';

/** Cells of some rows in some columns, in catalog order. */
export interface Window {
  ids: readonly number[];
  fields: readonly FieldName[];
}

interface Source {
  fetchRows: (requested: Window, signal: AbortSignal) => Promise<Row[]>;
  has: (id: number, fields: readonly FieldName[]) => boolean;
  onRows: (rows: Row[], requested: Window) => void;
  onError: (error: unknown) => void;
}

/** Rows per request. */
const BATCH = 200;
const NOTHING: Window = { ids: [], fields: [] };
/** Scroll debounce, so that rows scrolled past are never requested. */
const SETTLE_MS = 50;

/** Fetches visible cells: one request at a time, always for the latest viewport, aborted when the viewport moves away. */
export class RowLoader {
  readonly #source: Source;
  #wanted: Window = NOTHING;
  #running: (Window & { abort: AbortController }) | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #hasFailed = false;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Whether the last request failed, and was not repeated. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Visible and nearby rows, by priority, and columns. */
  request(wanted: Window): void {
    this.#wanted = wanted;
    this.#hasFailed = false;
    if (this.#running && !overlap(this.#running, wanted)) {
      this.#running.abort.abort();
      this.#running = null;
    }
    if (this.#timer !== null || this.#missing().ids.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#load();
    }, SETTLE_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running?.abort.abort();
    this.#running = null;
    this.#wanted = NOTHING;
  }

  /** Only the columns that some of the rows lack. */
  #missing(): Window {
    const { has } = this.#source;
    const { fields } = this.#wanted;
    const ids = this.#wanted.ids.filter((id) => !has(id, fields)).slice(0, BATCH);
    return { ids, fields: fields.filter((field) => ids.some((id) => !has(id, [field]))) };
  }

  async #load(): Promise<void> {
    const missing = this.#missing();
    if (this.#running || missing.ids.length === 0 || this.#hasFailed) return;
    const running = { ...missing, abort: new AbortController() };
    this.#running = running;
    try {
      const rows = await this.#source.fetchRows(missing, running.abort.signal);
      if (this.#running === running) this.#source.onRows(rows, missing);
    } catch (error) {
      if (this.#running !== running) return;
      this.#hasFailed = true;
      this.#source.onError(error);
    } finally {
      if (this.#running === running) {
        this.#running = null;
        void this.#load();
      }
    }
  }
}

/** Whether a request still loads cells that are wanted. */
function overlap(running: Window, wanted: Window): boolean {
  const ids = new Set(running.ids);
  return (
    wanted.ids.some((id) => ids.has(id)) && wanted.fields.some((field) => running.fields.includes(field))
  );
}
