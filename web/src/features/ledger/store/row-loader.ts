import type { Row } from './row-store.ts';

interface Source {
  fetchRows: (ids: number[], signal: AbortSignal) => Promise<Row[]>;
  has: (id: number) => boolean;
  onRows: (rows: Row[], requested: number[]) => void;
  onError: (error: unknown) => void;
}

/** Rows per request. */
const BATCH = 200;
/** Scroll debounce, so that rows scrolled past are never requested. */
const SETTLE_MS = 50;

/** Fetches visible rows: one request at a time, always for the latest viewport, aborted when the viewport moves away. */
export class RowLoader {
  readonly #source: Source;
  #wanted: number[] = [];
  #running: { ids: Set<number>; abort: AbortController } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #hasFailed = false;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Visible and nearby rows, by priority. */
  request(ids: number[]): void {
    this.#wanted = ids;
    this.#hasFailed = false;
    const running = this.#running;
    if (running && !ids.some((id) => running.ids.has(id))) {
      running.abort.abort();
      this.#running = null;
    }
    if (this.#timer !== null || this.#missing().length === 0) return;
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
    this.#wanted = [];
  }

  #missing(): number[] {
    return this.#wanted.filter((id) => !this.#source.has(id)).slice(0, BATCH);
  }

  async #load(): Promise<void> {
    const ids = this.#missing();
    if (this.#running || ids.length === 0 || this.#hasFailed) return;
    const running = { ids: new Set(ids), abort: new AbortController() };
    this.#running = running;
    try {
      const rows = await this.#source.fetchRows(ids, running.abort.signal);
      if (this.#running === running) this.#source.onRows(rows, ids);
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
