import { PgBoss } from 'pg-boss';
import { connectionTo, type Database, openDatabase, prepareSession } from '../database/database.ts';
import { LIMITS } from '../database/work.ts';
import type { Log } from '../log.ts';
import type { FilesLocation } from '../storage/files-location.ts';
import type { JobHandler } from './job-handler.ts';
import { createWorker, type WorkerTimes } from './worker.ts';

export { idPayload, type JobHandler, jobWithPayload } from './job-handler.ts';

/** The queue and the scheduler, both in PostgreSQL, shared by every server. */
export interface Jobs {
  /**
   * Adds a job in the caller's transaction: it exists when, and only if, the transaction commits. It waits `afterSeconds` if
   * given.
   */
  send(db: Database, queue: string, data: object, options?: { afterSeconds?: number }): Promise<void>;
  start(handlers: JobHandler[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Jobs are stored in pg-boss, which is also the scheduler; the workers are ours, because a lost server must not block its jobs.
 */
export function createJobs(
  url: string,
  log: Log,
  { times, files }: { times?: Partial<WorkerTimes>; files?: FilesLocation } = {},
): Jobs {
  const boss = new PgBoss({
    ...connectionTo(url, 'ledgerline jobs', LIMITS.job),
    max: 2,
    ...{ onConnect: (client: Parameters<typeof prepareSession>[0]) => prepareSession(client, LIMITS.job) },
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'));
  let stop: (() => Promise<void>) | undefined;
  return {
    async send(db, queue, data, { afterSeconds } = {}) {
      await boss.send(queue, data, {
        ...(afterSeconds ? { startAfter: afterSeconds } : {}),
        db: { executeSql: async (text, values) => ({ rows: await db.query(text, values) }) },
      });
    },
    async start(handlers) {
      const database = openDatabase(url, {
        max: 2,
        name: 'ledgerline jobs',
        limits: LIMITS.job,
        onError: (error) => log.warn({ err: error }, 'job queue'),
      });
      const worker = createWorker({ url, boss, database, log, files }, handlers, times);
      stop = async () => {
        await worker.stop();
        await boss.stop({ graceful: true, timeout: 10_000 });
        await database.close();
      };
      await worker.register();
      await boss.start();
      for (const { queue, cron, runsAtStart, retryLimit = 3, retryDelay = 1 } of handlers) {
        await boss.createQueue(queue, { retryLimit, retryDelay, retryBackoff: true });
        if (cron) await boss.schedule(queue, cron, {});
        if (runsAtStart) await boss.send(queue, {});
      }
      await worker.start();
    },
    async stop() {
      const first = stop;
      stop = undefined;
      await first?.();
    },
  };
}
