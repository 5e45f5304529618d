import { z } from 'zod';
import type { WorkKind } from '../database/work.ts';

/** How the jobs of one queue run. */
interface JobOptions {
  queue: string;
  /** A cron expression for scheduled jobs; the data is then empty. */
  cron?: string;
  retryLimit?: number;
  /** Seconds before the first retry, 1 by default; each retry waits twice as long as the one before. */
  retryDelay?: number;
  /** Also runs once whenever a server starts. */
  runsAtStart?: boolean;
  /** The kind of time limits for its statements, `job` by default. */
  kind?: WorkKind;
}

/** A queue and the handler of its jobs; every handler is idempotent. */
export interface JobHandler extends JobOptions {
  /** `data` comes from the database: a handler that reads it is built by `jobWithPayload`. */
  work: (data: unknown) => Promise<void>;
}

/** The payload of jobs that concern one row. */
export const idPayload = z.object({ id: z.int().positive() });

/**
 * A handler whose jobs carry data. Data that does not match the schema fails the job with an error that names the fields but none
 * of their values.
 */
export function jobWithPayload<Data>({
  payload,
  work,
  ...options
}: JobOptions & { payload: z.ZodType<Data>; work: (data: Data) => Promise<void> }): JobHandler {
  return {
    ...options,
    work: async (data) => {
      const parsed = payload.safeParse(data);
      if (parsed.success) return work(parsed.data);
      const fields = parsed.error.issues.map(({ path, code }) => `${path.join('.') || 'payload'} (${code})`);
      throw new Error(`invalid payload in queue ${options.queue}: ${fields.join(', ')}`);
    },
  };
}
