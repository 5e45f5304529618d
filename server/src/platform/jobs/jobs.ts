import { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';

/** A queue's name, what a job carries and what to do with one; every handler is safe to run twice. */
export interface JobHandler<Data extends object = object> {
  queue: string;
  /** A cron expression for jobs of the clock; the data is then empty. */
  cron?: string;
  retryLimit?: number;
  /** Seconds before the first repeat, 1 if not given; each one waits twice as long as the one before. */
  retryDelay?: number;
  /** Also runs once whenever a server starts. */
  runsAtStart?: boolean;
  work: (data: Data) => Promise<void>;
}

/** The queue and the clock, both in PostgreSQL, shared by every server. */
export interface Jobs {
  /**
   * Adds a job in the caller's transaction: it exists when, and only if, the transaction commits. It waits `afterSeconds`
   * where they are given.
   */
  send(db: Database, queue: string, data: object, options?: { afterSeconds?: number }): Promise<void>;
  start(handlers: JobHandler[]): Promise<void>;
  stop(): Promise<void>;
}

const POLL_SECONDS = 0.5;

/** Jobs on pg-boss; one batch of workers per queue and server. */
export function createJobs(url: string, log: Log): Jobs {
  const boss = new PgBoss({ connectionString: url, application_name: 'ledgerline jobs', max: 3 });
  let isStarted = false;
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  return {
    async send(db, queue, data, { afterSeconds } = {}) {
      await boss.send(queue, data, {
        ...(afterSeconds ? { startAfter: afterSeconds } : {}),
        db: { executeSql: async (text, values) => ({ rows: await db.query(text, values) }) },
      });
    },
    async start(handlers) {
      await boss.start();
      isStarted = true;
      for (const handler of handlers) {
        const { retryLimit = 3, retryDelay = 1 } = handler;
        await boss.createQueue(handler.queue, { retryLimit, retryDelay, retryBackoff: true });
        const options = { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true } as const;
        await boss.work(handler.queue, options, async (batch) => {
          for (const job of batch) {
            try {
              await handler.work(job.data as object);
            } catch (error) {
              const level = job.retryCount < job.retryLimit ? 'warn' : 'error';
              log[level](
                { err: error, queue: handler.queue, job: job.id, tries: job.retryCount + 1 },
                'job failed',
              );
              throw error;
            }
          }
        });
        if (handler.cron) await boss.schedule(handler.queue, handler.cron, {});
        if (handler.runsAtStart) await boss.send(handler.queue, {});
      }
    },
    async stop() {
      if (isStarted) await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
