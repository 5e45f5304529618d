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
  releaseOfEarlierVersion,
  releaseOrphanedJobs,
  releaseUncertain,
  removeLostServers,
  SERVER_LOCKS,
} from './job-locks.ts';
import { ServerSession } from './server-session.ts';

/** How often a server polls for work, sends its heartbeat and checks the others; configurable for tests. */
export interface WorkerTimes {
  pollMs: number;
  beatMs: number;
  /** A server without a heartbeat for this long is lost. With the interval of the one that detects it, it stays below 30. */
  lostAfterSeconds: number;
  /** A run that takes longer counts as failed; slightly less than pg-boss's own 15 minutes. */
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
  /** The location of this server's files; not needed if only the queue is used. */
  files?: FilesLocation;
}

/** Runs the jobs of all queues, one at a time per queue, as one of any number of servers. */
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
  /** Runs of this server that it did not know of at its last check. */
  #uncertain: string[] = [];
  #loops: Promise<void>[] = [];

  constructor(parts: Parts, handlers: JobHandler[], times: WorkerTimes) {
    this.#parts = parts;
    this.#handlers = handlers;
    this.#times = times;
    this.#session = new ServerSession(parts.url, SERVER_LOCKS, parts.files);
  }

  /** Registers as a server; claims no jobs yet. */
  async register(): Promise<void> {
    await this.#session.beat();
    await this.#session.assertSameFiles();
    await releaseOfEarlierVersion(this.#parts.database);
  }

  /** Releases the jobs of dead servers, including this one's previous process, and starts to work. */
  async start(): Promise<void> {
    await this.#takeOverLostJobs();
    this.#loops = [
      this.#repeat(this.#times.beatMs, async () => {
        await this.#session.beat();
        await this.#takeOverLostJobs();
        await this.#releaseUncertainJobs();
      }),
      this.#repeat(this.#times.pollMs, () => this.#dispatch()),
    ];
  }

  /** Running jobs get some seconds to finish; the others are then released for other servers. */
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
        // One failure is enough to know that the database is unreachable.
        if (!isFailing) this.#parts.log.warn({ err: error }, 'job queue');
        isFailing = true;
      }
      await sleep(isFailing ? AGAIN_MS : everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #takeOverLostJobs(): Promise<void> {
    const { server } = this.#session;
    const { database, boss, log } = this.#parts;
    if (server === undefined) return;
    const servers = await removeLostServers(database, server, this.#times.lostAfterSeconds);
    const jobs = await releaseOrphanedJobs(database, boss);
    if (servers.length + jobs > 0) log.warn({ servers, jobs }, 'took over jobs of lost servers');
  }

  async #releaseUncertainJobs(): Promise<void> {
    const { server } = this.#session;
    if (server === undefined) return;
    const queues = this.#handlers.map(({ queue }) => queue).filter((queue) => !this.#running.has(queue));
    const before = this.#uncertain;
    this.#uncertain = await releaseUncertain(this.#parts.database, { server, queues, before });
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

  /** Runs one job after another as long as they succeed: a failed one has to wait, and so do those behind it. */
  async #workOff(handler: JobHandler): Promise<void> {
    while (!this.#stopping.signal.aborted && (await this.#runNext(handler)));
  }

  /** Whether there was a job and it succeeded. */
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

  /** If the database is unreachable, waits for it and keeps the job. */
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
    if (ended === 'lost') log.warn(facts, 'another server took over the job');
    if (ending.is === 'done' || ended === 'lost') return;
    const about = { err: ending.error, ...facts };
    if (ended === 'interrupted') log.warn(about, 'job interrupted, will be retried');
    else if (job.retryCount < job.retryLimit) log.warn(about, 'job failed');
    else log.error(about, 'job failed');
  }
}
