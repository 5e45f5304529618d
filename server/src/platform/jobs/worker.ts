import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { DatabasePool } from '../database/database.ts';
import { asJob } from '../database/work.ts';
import { isOutage } from '../errors.ts';
import type { Log } from '../log.ts';
import type { FilesLocation } from '../storage/files-location.ts';
import type { JobHandler } from './job-handler.ts';
import {
  claimNext,
  type Ending,
  endRun,
  type LockedJob,
  queuesWithWork,
  releaseDoubtful,
  releaseOfEarlierVersion,
  releaseUnheld,
  SERVER_LOCKS,
  strikeOffLost,
} from './job-locks.ts';
import { ServerSession } from './server-session.ts';

/** How often a server looks for work, says that it lives and looks after the others; all a test may shorten. */
export interface WorkerTimes {
  pollMs: number;
  beatMs: number;
  /** A server that said nothing for so long is lost. With the beat of the one who notices it stays below 30. */
  lostAfterSeconds: number;
  /** What does not come to an end within this time counts as failed; a little less than pg-boss's own 15 minutes. */
  runMs: number;
}

const TIMES: WorkerTimes = { pollMs: 500, beatMs: 5000, lostAfterSeconds: 20, runMs: 890_000 };
const STOP_MS = 10_000;
const AGAIN_MS = 1000;

interface Parts {
  url: string;
  boss: PgBoss;
  database: DatabasePool;
  log: Log;
  /** Where this server's files lie; not given where nothing but the queue is of interest. */
  files?: FilesLocation;
}

/** Works the queues off, one job of each at a time, as one of any number of servers. */
export function createWorker(parts: Parts, handlers: JobHandler[], times: Partial<WorkerTimes> = {}) {
  return new Worker(parts, handlers, { ...TIMES, ...times });
}

class Worker {
  readonly #parts: Parts;
  readonly #handlers: JobHandler[];
  readonly #times: WorkerTimes;
  readonly #session: ServerSession;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  /** Runs of this server that it did not know of at its last look. */
  #doubtful: string[] = [];
  #loops: Promise<void>[] = [];

  constructor(parts: Parts, handlers: JobHandler[], times: WorkerTimes) {
    this.#parts = parts;
    this.#handlers = handlers;
    this.#times = times;
    this.#session = new ServerSession(parts.url, SERVER_LOCKS, parts.files);
  }

  /** Becomes one of the servers; no job is taken yet. */
  async enter(): Promise<void> {
    await this.#session.beat();
    await this.#session.assertSameFiles();
    await releaseOfEarlierVersion(this.#parts.database);
  }

  /** Frees what dead servers held, this one's earlier self first of all, and begins to work. */
  async start(): Promise<void> {
    await this.#lookAfterOthers();
    this.#loops = [
      this.#repeat(this.#times.beatMs, async () => {
        await this.#session.beat();
        await this.#lookAfterOthers();
        await this.#lookAfterOwn();
      }),
      this.#repeat(this.#times.pollMs, () => this.#dispatch()),
    ];
  }

  /** What runs gets some seconds to end; what does not is free for others from then on. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    const timeout = new AbortController();
    await Promise.race([
      Promise.all(this.#running.values()),
      sleep(STOP_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
    await this.#session.close();
  }

  async #repeat(everyMs: number, step: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await step();
        isFailing = false;
      } catch (error) {
        // Once is enough to know that the database is away.
        if (!isFailing) this.#parts.log.warn({ err: error }, 'job queue');
        isFailing = true;
      }
      await sleep(isFailing ? AGAIN_MS : everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #lookAfterOthers(): Promise<void> {
    const { server } = this.#session;
    const { database, boss, log } = this.#parts;
    if (server === undefined) return;
    const servers = await strikeOffLost(database, server, this.#times.lostAfterSeconds);
    const jobs = await releaseUnheld(database, boss);
    if (servers.length + jobs > 0) log.warn({ servers, jobs }, 'jobs of lost servers taken over');
  }

  async #lookAfterOwn(): Promise<void> {
    const { server } = this.#session;
    if (server === undefined) return;
    const queues = this.#handlers.map(({ queue }) => queue).filter((queue) => !this.#running.has(queue));
    const before = this.#doubtful;
    this.#doubtful = await releaseDoubtful(this.#parts.database, { server, queues, before });
  }

  async #dispatch(): Promise<void> {
    const free = this.#handlers.filter(({ queue }) => !this.#running.has(queue));
    if (this.#session.server === undefined || free.length === 0) return;
    const due = new Set(
      await queuesWithWork(
        this.#parts.database,
        free.map(({ queue }) => queue),
      ),
    );
    for (const handler of free) {
      if (!due.has(handler.queue)) continue;
      const run = this.#workOff(handler).catch((error: unknown) =>
        this.#parts.log.warn({ err: error, queue: handler.queue }, 'job queue'),
      );
      this.#running.set(
        handler.queue,
        run.finally(() => this.#running.delete(handler.queue)),
      );
    }
  }

  /** One job after the other, as long as they end well: what failed has to wait, and so does what stands behind it. */
  async #workOff(handler: JobHandler): Promise<void> {
    while (!this.#stopping.signal.aborted && (await this.#runNext(handler)));
  }

  /** Whether there was a job and it is done. */
  async #runNext(handler: JobHandler): Promise<boolean> {
    const { database, boss } = this.#parts;
    const { server } = this.#session;
    if (server === undefined) return false;
    const locked = await claimNext(database, boss, handler.queue, server);
    if (!locked) return false;
    const ending = await this.#run(handler, locked);
    const ended = await this.#end(locked, ending);
    this.#note(locked, ending, ended);
    return ended === 'done';
  }

  async #run({ kind = 'job', work }: JobHandler, { job, run, server }: LockedJob): Promise<Ending> {
    const over = new AbortController();
    const limit = sleep(this.#times.runMs, undefined, { signal: over.signal }).then(
      () => Promise.reject(new Error(`took longer than ${this.#times.runMs / 1000} s`)),
      () => undefined,
    );
    try {
      await Promise.race([asJob(kind, { run, server }, () => work(job.data)), limit]);
      return { is: 'done' };
    } catch (error) {
      return { is: isOutage(error) ? 'interrupted' : 'failed', error };
    } finally {
      over.abort();
    }
  }

  /** While the database is away the end waits for it, and the job stays in hand. */
  async #end(locked: LockedJob, ending: Ending): Promise<Ending['is'] | 'lost'> {
    const { database, boss } = this.#parts;
    for (;;) {
      try {
        return await endRun(database, boss, locked, ending);
      } catch (error) {
        if (!isOutage(error) || this.#stopping.signal.aborted) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  #note({ job }: LockedJob, ending: Ending, ended: Ending['is'] | 'lost'): void {
    const { log } = this.#parts;
    const facts = { queue: job.name, job: job.id, tries: job.retryCount + 1 };
    if (ended === 'lost') log.warn(facts, 'job was taken over by another server');
    if (ending.is === 'done' || ended === 'lost') return;
    const about = { err: ending.error, ...facts };
    if (ended === 'interrupted') log.warn(about, 'job interrupted, tried again');
    else if (job.retryCount < job.retryLimit) log.warn(about, 'job failed');
    else log.error(about, 'job failed');
  }
}
