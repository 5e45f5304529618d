import { z } from 'zod';
import { type Budget, openWorkers } from './workers.ts';

const ENTRY = new URL('./reading-worker.ts', import.meta.url);
const countPages = openWorkers(ENTRY);
/** Workers of its own: a PDF is shown without waiting behind uploads. */
const findActive = openWorkers(ENTRY);

const pageCountSchema = z.union([
  z.object({ pages: z.number() }),
  z.object({ problem: z.enum(['damaged', 'password']) }),
]);
export type PageCount = z.output<typeof pageCountSchema>;

/** How many pages a PDF has, or why it could not be read here; one that exceeds the budget counts as damaged. */
export async function pageCountOf(bytes: Buffer, budget?: Partial<Budget>): Promise<PageCount> {
  const outcome = await countPages({ question: 'pages', bytes }, budget);
  return 'answer' in outcome ? pageCountSchema.parse(outcome.answer) : { problem: 'damaged' };
}

/** Whether a PDF acts by itself (`hasActiveContent`); one that exceeds the budget counts as active. */
export async function isActive(bytes: Buffer, budget?: Partial<Budget>): Promise<boolean> {
  const outcome = await findActive({ question: 'active', bytes }, budget);
  return 'answer' in outcome ? z.boolean().parse(outcome.answer) : true;
}
