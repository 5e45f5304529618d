import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { DatabasePool } from '../database/database.ts';
import { asJob } from '../database/work.ts';
import { isOutage } from '../errors.ts';
import type { Log } from '../log.ts';
import type { FilesPlace } from '../storage/files-location.ts';
import {
  type Ending,
  endRun,
  type HeldJob,
  queuesWithWork,
  releaseDoubtful,
  releaseOfEarlierVersion,
  releaseUnheld,
  SERVER_LOCKS,
  strikeOffLost,
  takeNext,
} from './job-locks.ts';
import type { JobHandler } from './job-handler.ts';
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
  files?: FilesPlace;
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
    await this.#session.refuseOtherFiles();
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
      this.#repeat(this.#times.pollMs, () => this.#handOut()),
    ];
  }

  /** What runs gets some seconds to end; what does not is free for others from then on. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    const patience = new AbortController();
    await Promise.race([
      Promise.all(this.#running.values()),
      sleep(STOP_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
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

  async #handOut(): Promise<void> {
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
    const held = await takeNext(database, boss, handler.queue, server);
    if (!held) return false;
    const ending = await this.#run(handler, held);
    const ended = await this.#end(held, ending);
    this.#note(held, ending, ended);
    return ended === 'done';
  }

  async #run({ kind = 'job', work }: JobHandler, { job, run, server }: HeldJob): Promise<Ending> {
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
  async #end(held: HeldJob, ending: Ending): Promise<Ending['is'] | 'lost'> {
    const { database, boss } = this.#parts;
    for (;;) {
      try {
        return await endRun(database, boss, held, ending);
      } catch (error) {
        if (!isOutage(error) || this.#stopping.signal.aborted) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  #note({ job }: HeldJob, ending: Ending, ended: Ending['is'] | 'lost'): void {
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
