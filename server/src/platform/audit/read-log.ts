import type { AuditedEntity, ReadAction } from '@ledgerline/contract/audit-policy';
import { READ_SUFFIX } from '@ledgerline/contract/audit-policy';
import type { Clock } from '../clock.ts';
import { openDatabase } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { asRanges, ListedRows, RecentlyOpened, TypedSearches } from './coalesce.ts';
import { ReadLogWriter, type WriterOptions } from './read-log-writer.ts';
import type { GatheredRow } from './write-batch.ts';

/** The reader: the key by which reads are grouped, and the time and source as `auditedAs` returns them. */
export interface Reader {
  key: string;
  who: unknown[];
}

/** One object that was read. */
interface Read {
  action: ReadAction;
  of: AuditedEntity;
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
  search(reader: Reader, of: AuditedEntity, location: string, text: string, result: SearchResult): void;
  /** Rows of a list, by id. */
  list(reader: Reader, of: AuditedEntity, location: string, ids: readonly string[]): void;
  /** Writes what is ready; with `isAll` also what is still being typed or counted. */
  flush(isAll?: boolean): Promise<void>;
  /** Writes everything and ends. */
  close(): Promise<void>;
}

interface Options extends WriterOptions {
  /** Milliseconds in which rows are batched; null: only `flush` and awaited rows trigger a write. */
  everyMs?: number | null;
}

const EVERY_MS = 200;

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
export const readEntity = (of: AuditedEntity): string => `${of}${READ_SUFFIX}`;
const LEDGER = readEntity('ledger');

/** Actions of the browser itself, which add nothing to what was opened a moment ago. */
const BACKGROUND: ReadonlySet<ReadAction> = new Set(['loaded_ahead', 'refreshed']);

/** Reads collected before they are written. */
class Gathering {
  readonly writer: ReadLogWriter;
  readonly #clock: Clock;
  readonly #opened = new RecentlyOpened();
  readonly #searches = new TypedSearches<GatheredRow>();
  readonly #listed = new ListedRows<GatheredRow>();

  constructor(options: Options) {
    this.writer = new ReadLogWriter(options);
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

  search(reader: Reader, of: AuditedEntity, location: string, text: string, result: SearchResult): void {
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

  list(reader: Reader, of: AuditedEntity, location: string, ids: readonly string[]): void {
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

function rowOf(reader: Reader, read: Read, { isOnce }: { isOnce: boolean }): GatheredRow {
  const { action, of, id: entity_id, name: field = null, value = null } = read;
  return { who: reader.who, action, entity: readEntity(of), entity_id, field, new_value: value, isOnce };
}
