import type { WorkKind } from '../database/work.ts';

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
  /** Whose time limits its statements have, `job` if not given. */
  kind?: WorkKind;
  work: (data: Data) => Promise<void>;
}
