import type { ReadAction, ReadThing } from '@ledgerline/contract/audit-policy';
import { READ_SUFFIX } from '@ledgerline/contract/audit-policy';
import type { Clock } from '../clock.ts';
import { type DatabasePool, openDatabase } from '../database/database.ts';
import { asOwnWork } from '../database/work.ts';
import { AppError, isOutage } from '../errors.ts';
import type { Log } from '../log.ts';
import { asRanges, ListedRows, OpenedLately, TypedSearches } from './coalesce.ts';
import { type GatheredRow, writeGathered } from './write-batch.ts';

/** Who reads: whose reads come together, and as `auditedAs` gives it when and from where. */
export interface Reader {
  key: string;
  who: unknown[];
}

/** One thing that somebody reads. */
interface Read {
  action: ReadAction;
  of: ReadThing;
  id: number | null;
  /** What names the thing where no number does. */
  name?: string | undefined;
  /** What else the row stores, encrypted where it is about a client. */
  value?: unknown;
}

/** What a search found: how many rows, and the first of them as `client.7`. */
export interface SearchResult {
  found: number;
  first: readonly string[];
}

/** Reads on their way into the audit trail (decision 063). */
export interface ReadLog {
  /** A thing that was opened: written with others in a moment, and once in 15 minutes. Never waits, never throws. */
  note(reader: Reader, read: Read): void;
  /**
   * The same for what leaves the house: resolves when the row is kept, and throws `unavailable` when it cannot be, so that
   * nothing is handed out.
   */
  record(reader: Reader, read: Read): Promise<void>;
  /** A text that is being searched for in a place, which is not stored, and what it found (decision 096). */
  search(reader: Reader, of: ReadThing, location: string, text: string, result: SearchResult): void;
  /** Rows of a list, by what tells them apart. */
  list(reader: Reader, of: ReadThing, location: string, ids: readonly string[]): void;
  /** Writes what has come together; with `isAll` also what is still being typed or counted. */
  flush(isAll?: boolean): Promise<void>;
  /** Writes all of it and ends. */
  close(): Promise<void>;
}

interface Waiting {
  row: GatheredRow;
  done: (error?: unknown) => void;
  /** Somebody waits for it, and is told when it cannot be written; it is not kept for later. */
  isAwaited: boolean;
}

interface Options {
  database: DatabasePool;
  clock: Clock;
  log: Log;
  /** Milliseconds in which rows come together; null: only `flush` and what is awaited write. */
  everyMs?: number | null;
}

const EVERY_MS = 200;
/** In one statement. */
const MOST_AT_ONCE = 1000;
/** What waits while the database is away, some 20 MB; what comes then is counted and not kept. */
const MOST_WAITING = 50_000;

const UNAVAILABLE_MESSAGE =
  'The audit trail cannot be written at the moment, so nothing is handed out. Please try again.';

/**
 * Gathers reads in memory and writes them in groups over a connection of background work, so that no read waits for the
 * trail unless something leaves the house.
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

/** The entity under which reads of a thing are stored. */
export const readEntity = (of: ReadThing): string => `${of}${READ_SUFFIX}`;
const LEDGER = readEntity('ledger');

/** A browser's own doing, which says nothing more of what was opened a moment ago. */
const BACKGROUND: ReadonlySet<ReadAction> = new Set(['loaded_ahead', 'refreshed']);

/** What comes together before it is written. */
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

  /** The keeping of the row that stands for this read. */
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

/** The same on a connection of its own, which neither requests nor jobs can keep. */
export function openReadLog(url: string, { clock, log }: Pick<Options, 'clock' | 'log'>): ReadLog {
  const database = openDatabase(url, {
    max: 1,
    name: 'ledgerline trail',
    onError: (error) => log.warn({ err: error }, 'connection of the audit trail lost'),
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

/** What waits to be written, in its order. */
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

  /** Resolves when the row is kept. */
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

  /** Writes what waits, one group after the other; whoever comes meanwhile goes with the next. Never throws. */
  run(): Promise<void> {
    if (this.#isWriting || this.#waiting.length === 0) return this.#under;
    this.#isWriting = true;
    // Not in the work of the request that happens to begin it.
    this.#under = asOwnWork(() => this.#writeWaiting());
    return this.#under;
  }

  close(): void {
    const lost = this.#waiting.length + this.#lost;
    if (lost > 0) this.#options.log.error({ lost }, 'reads are missing from the audit trail');
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
      // A row that PostgreSQL does not take must not keep the others out.
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
      this.#options.log.error({ err: error, action, entity }, 'a read was not written into the audit trail');
      done(error);
    }
  }

  /** The database is away: whoever waits is told, the others stay for later, and the log has one line. */
  #putBack(group: Waiting[], error: unknown): void {
    if (!this.#isAway)
      this.#options.log.error({ err: error }, 'reads cannot be written into the audit trail');
    this.#isAway = true;
    const all = [...group, ...this.#waiting];
    this.#waiting = all.filter(({ isAwaited }) => !isAwaited);
    for (const { done, isAwaited } of all) if (isAwaited) done(error);
  }

  /** The trail itself says where it has a gap. */
  async #recordGap(): Promise<void> {
    const { clock, log } = this.#options;
    const rows = this.#lost;
    [this.#lost, this.#isAway] = [0, false];
    log.info({ lost: rows }, 'reads are written into the audit trail again');
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
