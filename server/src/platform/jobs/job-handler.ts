import { z } from 'zod';
import type { WorkKind } from '../database/work.ts';

/** How the jobs of one queue run. */
interface JobOptions {
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
}

/** A queue and what to do with each of its jobs; every handler is safe to run twice. */
export interface JobHandler extends JobOptions {
  /** `data` is what the database holds: a handler that reads it is built by `jobWithPayload`. */
  work: (data: unknown) => Promise<void>;
}

/** The payload of jobs that concern one row. */
export const idPayload = z.object({ id: z.int().positive() });

/**
 * A handler whose jobs carry data. What does not match the schema fails the job with an error that names the fields and
 * none of their values.
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
