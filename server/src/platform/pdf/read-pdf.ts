import { z } from 'zod';
import { AppError } from '../errors.ts';
import { type Budget, openWorkers, WORKERS_BUSY } from './workers.ts';

const ENTRY = new URL('./reading-worker.ts', import.meta.url);
const countPages = openWorkers(ENTRY);
/** Separate workers: displaying a PDF does not wait behind uploads. */
const findActive = openWorkers(ENTRY);

const pageCountSchema = z.union([
  z.object({ pages: z.number() }),
  z.object({ problem: z.enum(['damaged', 'password']) }),
]);
export type PageCount = z.output<typeof pageCountSchema>;

/**
 * How many pages a PDF has, or why it could not be read; one that exceeds the budget counts as damaged. Throws `unavailable` if
 * no worker was free in time.
 */
export async function pageCountOf(bytes: Buffer, budget?: Partial<Budget>): Promise<PageCount> {
  const outcome = await countPages({ question: 'pages', bytes }, budget);
  if ('answer' in outcome) return pageCountSchema.parse(outcome.answer);
  if (outcome.stopped !== 'busy') return { problem: 'damaged' };
  throw new AppError('unavailable', { message: WORKERS_BUSY, cause: outcome.cause });
}

/**
 * Whether a PDF has active content (`hasActiveContent`); one that exceeds the budget counts as active. Null if no worker was free
 * in time: the result is temporary, and the file must not be displayed.
 */
export async function isActive(bytes: Buffer, budget?: Partial<Budget>): Promise<boolean | null> {
  const outcome = await findActive({ question: 'active', bytes }, budget);
  if ('answer' in outcome) return z.boolean().parse(outcome.answer);
  return outcome.stopped === 'busy' ? null : true;
}
