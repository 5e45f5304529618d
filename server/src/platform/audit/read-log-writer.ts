import type { Clock } from '../clock.ts';
import type { DatabasePool } from '../database/database.ts';
import { asOwnWork } from '../database/work.ts';
import { AppError, isOutage } from '../errors.ts';
import type { Log } from '../log.ts';
import { type GatheredRow, writeGathered } from './write-batch.ts';

interface Waiting {
  row: GatheredRow;
  done: (error?: unknown) => void;
  /** A caller waits for it and gets an error when it cannot be written; it is not retried later. */
  isAwaited: boolean;
}

export interface WriterOptions {
  database: DatabasePool;
  clock: Clock;
  log: Log;
}

/** Rows in one statement. */
const BATCH_SIZE = 1000;
/** The most rows to queue while the database is unreachable, some 20 MB; later ones are counted and dropped. */
const MAX_WAITING = 50_000;

/** The rows waiting to be written, in order. */
export class ReadLogWriter {
  readonly #options: WriterOptions;
  #waiting: Waiting[] = [];
  #lost = 0;
  #isAway = false;
  #isWriting = false;
  #pending: Promise<void> = Promise.resolve();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Resolves when the row is stored. */
  push(row: GatheredRow, isAwaited: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      if (!isAwaited && this.#waiting.length >= MAX_WAITING) {
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
    if (this.#isWriting || this.#waiting.length === 0) return this.#pending;
    this.#isWriting = true;
    // Detached from the request that happens to start it.
    this.#pending = asOwnWork(() => this.#writeWaiting());
    return this.#pending;
  }

  close(): void {
    const lost = this.#waiting.length + this.#lost;
    if (lost > 0) this.#options.log.error({ lost }, 'reads are missing from the audit log');
  }

  async #writeWaiting(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const group = this.#waiting.splice(0, BATCH_SIZE);
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
