import { z } from 'zod';
import { type Budget, openWorkers } from '#platform/pdf/workers.ts';
import { EsignError } from '#platform/ports/esign.ts';
import type { Inspection } from './inspect.ts';
import { MAX_TEMPLATE_BYTES, PROBLEMS } from './template-limits.ts';

const ENTRY = new URL('./inspect-worker.ts', import.meta.url);
const inspect = openWorkers(ENTRY);
/** Workers of its own: a signature does not wait behind uploads. */
const check = openWorkers(ENTRY);

/** Well before the transaction that signs has been idle for too long (60 s); the wait for a worker is part of it. */
const CHECK: Partial<Budget> = { wallMs: 40_000, countsWait: true };

const problemSchema = z.object({ problem: z.string(), cause: z.string() });
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
const checkedSchema = z.union([z.object({ problem: z.null() }), problemSchema]);

export type Inspected = { inspection: Inspection } | { problem: string; cause: string };

/** Inspects a PDF in a worker with limits on time and memory; a problem is an answer, not an error. */
export async function inspectSafely(bytes: Buffer, budget?: Partial<Budget>): Promise<Inspected> {
  if (bytes.length === 0) return { problem: PROBLEMS.empty, cause: '' };
  if (bytes.length > MAX_TEMPLATE_BYTES) return { problem: PROBLEMS.tooLarge, cause: '' };
  return answerOf(inspectedSchema, await inspect({ bytes }, budget));
}

/**
 * A document is not finished before another reader has found in it all that its template has. EsignError `content_lost`
 * where it has not, `unavailable` where the check did not end: a later try may succeed.
 */
export async function assertComplete(
  template: Uint8Array,
  finished: Uint8Array,
  budget?: Partial<Budget>,
): Promise<void> {
  const outcome = await check({ template, finished }, { ...CHECK, ...budget });
  if ('stopped' in outcome) {
    const cause = `${outcome.stopped}: ${outcome.cause}`;
    throw new EsignError('unavailable', 'The document could not be checked in time. Try again.', { cause });
  }
  const { problem, ...rest } = checkedSchema.parse(outcome.answer);
  if (problem === null) return;
  throw new EsignError('content_lost', problem, { cause: rest });
}

function answerOf<Answer>(
  schema: z.ZodType<Answer>,
  outcome: Awaited<ReturnType<typeof inspect>>,
): Answer | { problem: string; cause: string } {
  if ('answer' in outcome) return schema.parse(outcome.answer);
  const problem = outcome.stopped === 'too_slow' ? PROBLEMS.tooSlow : PROBLEMS.damaged;
  return { problem, cause: outcome.cause };
}
