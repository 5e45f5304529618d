import { z } from 'zod';
import { type Budget, openWorkers, WORKERS_BUSY } from '#platform/pdf/workers.ts';
import { EsignError } from '#platform/ports/esign.ts';
import type { Inspection } from './inspect.ts';
import { MAX_TEMPLATE_BYTES, PROBLEMS } from './template-limits.ts';
import { type Problem, problemSchema } from './worker-answers.ts';

const ENTRY = new URL('./document-worker.ts', import.meta.url);
const inspect = openWorkers(ENTRY);

const inspectedSchema = z.union([
  z.object({
    inspection: z.object({
      pageCount: z.number(),
      recipients: z.array(z.enum(['advisor', 'client'])),
      tabs: z.object({
        checkboxTabs: z.array(z.object({ tabLabel: z.string() })),
        listTabs: z.array(z.object({ tabLabel: z.string(), listItems: z.array(z.string()) })),
      }),
    }),
  }),
  problemSchema,
]);

export type Inspected = { inspection: Inspection } | Problem;

/** Inspects a PDF in a worker with time and memory limits; a problem is returned as a result, not thrown, except `busy`. */
export async function inspectSafely(bytes: Buffer, budget?: Partial<Budget>): Promise<Inspected> {
  if (bytes.length === 0) return { problem: PROBLEMS.empty, cause: '' };
  if (bytes.length > MAX_TEMPLATE_BYTES) return { problem: PROBLEMS.tooLarge, cause: '' };
  const outcome = await inspect({ bytes }, budget);
  if ('answer' in outcome) return inspectedSchema.parse(outcome.answer);
  const { stopped, cause } = outcome;
  if (stopped === 'busy') throw new EsignError('busy', WORKERS_BUSY, { cause });
  return { problem: stopped === 'too_slow' ? PROBLEMS.tooSlow : PROBLEMS.damaged, cause };
}
