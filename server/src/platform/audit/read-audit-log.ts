import type { ReadAction, ReadThing } from '@ledgerline/contract/audit-policy';
import { READ_SUFFIX } from '@ledgerline/contract/audit-policy';
import type { Clock } from '../clock.ts';
import { type DatabasePool, openDatabase } from '../database/database.ts';
import { asOwnWork } from '../database/work.ts';
import { AppError, isOutage } from '../errors.ts';
import type { Log } from '../log.ts';
import { asRanges, ListedRows, OpenedLately, TypedSearches } from './coalesce.ts';
import { type GatheredRow, writeGathered } from './write-batch.ts';

/** The reader: the key by which reads are grouped, and the time and source as `auditedAs` returns them. */
export interface Reader {
  key: string;
  who: unknown[];
}

/** One object that was read. */
interface Read {
  action: ReadAction;
  of: ReadThing;
  id: number | null;
  /** The object's name if it has no number. */
  name?: string | undefined;
  /** Further details for the row, encrypted if they are about a client. */
  value?: unknown;
}

/** What a search found: the number of rows, and the first of them as `client.7`. */
export interface SearchResult {
  found: number;
  first: readonly string[];
}

/** Reads waiting to be written to the audit log (decision 063). */
export interface ReadLog {
  /** Records an opened object: batched with others shortly after, and once in 15 minutes. Never waits, never throws. */
  note(reader: Reader, read: Read): void;
  /**
   * The same for data that leaves the portal: resolves when the row is stored, and throws `unavailable` when it cannot be, so
   * that nothing is downloaded without a record.
   */
  record(reader: Reader, read: Read): Promise<void>;
  /** A text that is searched for in a location, which is not stored, and what it found (decision 096). */
  search(reader: Reader, of: ReadThing, location: string, text: string, result: SearchResult): void;
  /** Rows of a list, by id. */
  list(reader: Reader, of: ReadThing, location: string, ids: readonly string[]): void;
  /** Writes what is ready; with `isAll` also what is still being typed or counted. */
  flush(isAll?: boolean): Promise<void>;
  /** Writes everything and ends. */
  close(): Promise<void>;
}

interface Waiting {
  row: GatheredRow;
  done: (error?: unknown) => void;
  /** A caller waits for it and gets an error when it cannot be written; it is not retried later. */
  isAwaited: boolean;
}

interface Options {
  database: DatabasePool;
  clock: Clock;
  log: Log;
  /** Milliseconds in which rows are batched; null: only `flush` and awaited rows trigger a write. */
  everyMs?: number | null;
}

const EVERY_MS = 200;
/** Rows in one statement. */
const MOST_AT_ONCE = 1000;
/** The most rows to queue while the database is unreachable, some 20 MB; later ones are counted and dropped. */
const MOST_WAITING = 50_000;

const UNAVAILABLE_MESSAGE =
  'The audit log cannot be written at the moment, so no data was provided. Please try again.';

/**
 * Collects reads in memory and writes them in batches over a background connection, so that no read waits for the audit log
 * unless data leaves the portal.
 */
export function createReadLog(options: Options): ReadLog {
  const gathering = new Gathering(options);
  const { everyMs = EVERY_MS } = options;
  const timer = repeat(everyMs, () => void gathering.flush(false));
  return {
    note(reader, read) {
      gathering.add(reader, read, false).catch(() => {});
    },
    async record(reader, read) {
      const recorded = gathering.add(reader, read, true);
      void gathering.writer.run();
      await recorded.catch((cause: unknown) => {
        throw new AppError('unavailable', { message: UNAVAILABLE_MESSAGE, cause });
      });
    },
    search: (...search) => gathering.search(...search),
    list: (...list) => gathering.list(...list),
    flush: (isAll = false) => gathering.flush(isAll),
    async close() {
      clearInterval(timer);
      await gathering.flush(true);
      gathering.writer.close();
    },
  };
}

/** The entity under which reads of an object are stored. */
export const readEntity = (of: ReadThing): string => `${of}${READ_SUFFIX}`;
const LEDGER = readEntity('ledger');

/** Actions of the browser itself, which add nothing to what was opened a moment ago. */
const BACKGROUND: ReadonlySet<ReadAction> = new Set(['loaded_ahead', 'refreshed']);

/** Reads collected before they are written. */
class Gathering {
  readonly writer: AuditWriter;
  readonly #clock: Clock;
  readonly #opened = new OpenedLately();
  readonly #searches = new TypedSearches<GatheredRow>();
  readonly #listed = new ListedRows<GatheredRow>();

  constructor(options: Options) {
    this.writer = new AuditWriter(options);
    this.#clock = options.clock;
  }

  /** The pending write of the row that covers this read. */
  add(reader: Reader, read: Read, isAwaited: boolean): Promise<void> {
    const keyOf = (action: ReadAction) => [reader.key, action, read.of, read.id ?? read.name ?? ''].join(':');
    const key = keyOf(read.action);
    const asOpened = BACKGROUND.has(read.action) ? this.#opened.find(keyOf('opened'), this.#now()) : null;
    const existing = asOpened ?? this.#opened.find(key, this.#now());
    if (existing) return existing;
    const recorded = this.writer.push(rowOf(reader, read, { isOnce: true }), isAwaited);
    this.#opened.remember(key, this.#now(), recorded);
    return recorded;
  }

  search(reader: Reader, of: ReadThing, location: string, text: string, result: SearchResult): void {
    const searchText = text.trim();
    const read = {
      action: 'searched',
      of,
      id: null,
      name: location,
      value: { length: searchText.length, ...result },
    } as const;
    const row = rowOf(reader, read, { isOnce: false });
    for (const before of this.#searches.type(`${reader.key}:${location}`, searchText, row, this.#now()))
      this.writer.later(before);
  }

  list(reader: Reader, of: ReadThing, location: string, ids: readonly string[]): void {
    const row = rowOf(reader, { action: 'listed', of, id: null, name: location }, { isOnce: false });
    this.#listed.add(`${reader.key}:${location}`, ids, row, this.#now());
  }

  /** Writes what is ready; with `isAll` also what is still being typed or counted. */
  flush(isAll: boolean): Promise<void> {
    const now = this.#now();
    for (const row of this.#searches.release(now, isAll)) this.writer.later(row);
    // A row of the ledger is a client's record: it counts as reading the client (decision 099).
    for (const { row, rows, ids } of this.#listed.release(now, isAll)) {
      const clients = row.entity === LEDGER ? { clients: asRanges(ids) } : {};
      this.writer.later({ ...row, new_value: { rows, ...clients } });
    }
    return this.writer.run();
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

/** The same over a dedicated connection, which neither requests nor jobs can block. */
export function openReadLog(url: string, { clock, log }: Pick<Options, 'clock' | 'log'>): ReadLog {
  const database = openDatabase(url, {
    max: 1,
    name: 'ledgerline trail',
    onError: (error) => log.warn({ err: error }, 'connection of the audit log lost'),
  });
  const readLog = createReadLog({ database, clock, log });
  return {
    ...readLog,
    async close() {
      await readLog.close();
      await database.close();
    },
  };
}

function repeat(everyMs: number | null, work: () => void): NodeJS.Timeout | undefined {
  return everyMs === null ? undefined : setInterval(work, everyMs).unref();
}

/** The rows waiting to be written, in order. */
class AuditWriter {
  readonly #options: Options;
  #waiting: Waiting[] = [];
  #lost = 0;
  #isAway = false;
  #isWriting = false;
  #under: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when the row is stored. */
  push(row: GatheredRow, isAwaited: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      if (!isAwaited && this.#waiting.length >= MOST_WAITING) {
        this.#lost += 1;
        return done(new AppError('unavailable'));
      }
      this.#waiting.push({ row, done, isAwaited });
    });
  }

  later(row: GatheredRow): void {
    this.push(row, false).catch(() => {});
  }

  /** Writes waiting rows, batch by batch; rows added meanwhile go with the next batch. Never throws. */
  run(): Promise<void> {
    if (this.#isWriting || this.#waiting.length === 0) return this.#under;
    this.#isWriting = true;
    // Detached from the request that happens to start it.
    this.#under = asOwnWork(() => this.#writeWaiting());
    return this.#under;
  }

  close(): void {
    const lost = this.#waiting.length + this.#lost;
    if (lost > 0) this.#options.log.error({ lost }, 'reads are missing from the audit log');
  }

  async #writeWaiting(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const group = this.#waiting.splice(0, MOST_AT_ONCE);
        try {
          await this.#writeGroup(group);
          if (this.#isAway) await this.#recordGap();
        } catch (error) {
          return this.#putBack(group, error);
        }
      }
    } finally {
      this.#isWriting = false;
    }
  }

  async #writeGroup(group: Waiting[]): Promise<void> {
    const rows = group.map(({ row }) => row);
    try {
      await writeGathered(this.#options.database, rows);
      for (const { done } of group) done();
    } catch (error) {
      if (isOutage(error)) throw error;
      // A row that PostgreSQL rejects must not block the others.
      for (const one of group) await this.#writeAlone(one);
    }
  }

  async #writeAlone({ row, done }: Waiting): Promise<void> {
    try {
      await writeGathered(this.#options.database, [row]);
      done();
    } catch (error) {
      if (isOutage(error)) throw error;
      const { action, entity } = row;
      this.#options.log.error({ err: error, action, entity }, 'a read was not written to the audit log');
      done(error);
    }
  }

  /** The database is unreachable: awaited rows fail, the others stay queued, and the log gets one line. */
  #putBack(group: Waiting[], error: unknown): void {
    if (!this.#isAway) this.#options.log.error({ err: error }, 'reads cannot be written to the audit log');
    this.#isAway = true;
    const all = [...group, ...this.#waiting];
    this.#waiting = all.filter(({ isAwaited }) => !isAwaited);
    for (const { done, isAwaited } of all) if (isAwaited) done(error);
  }

  /** Records the gap in the audit log itself. */
  async #recordGap(): Promise<void> {
    const { clock, log } = this.#options;
    const rows = this.#lost;
    [this.#lost, this.#isAway] = [0, false];
    log.info({ lost: rows }, 'reads are written to the audit log again');
    if (rows === 0) return;
    const who = [clock.now(), 'system', null, 'Ledgerline', null, null, null];
    const gap = { action: 'reads_lost', entity: 'audit', entity_id: null, field: null, isOnce: false };
    this.later({ who, ...gap, new_value: { rows } });
  }
}

function rowOf(reader: Reader, read: Read, { isOnce }: { isOnce: boolean }): GatheredRow {
  const { action, of, id: entity_id, name: field = null, value = null } = read;
  return { who: reader.who, action, entity: readEntity(of), entity_id, field, new_value: value, isOnce };
}
