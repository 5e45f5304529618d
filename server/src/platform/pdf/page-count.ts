import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const TIME_LIMIT_MS = 20_000;
const MEMORY_LIMIT_MB = 512;

const answerSchema = z.union([
  z.object({ pages: z.number() }),
  z.object({ problem: z.enum(['damaged', 'password']) }),
]);
export type PageCount = z.output<typeof answerSchema>;

/** How many pages a PDF has, or why nobody could read it here; one that cannot be read in time counts as damaged. */
export function pageCountOf(bytes: Buffer, limitMs = TIME_LIMIT_MS): Promise<PageCount> {
  const worker = new Worker(new URL('./page-count-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  return new Promise((resolve) => {
    const give = (answer: PageCount) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => give({ problem: 'damaged' }), limitMs);
    worker.once('message', (message: unknown) => {
      const answer = answerSchema.safeParse(message);
      give(answer.success ? answer.data : { problem: 'damaged' });
    });
    worker.once('error', () => give({ problem: 'damaged' }));
    worker.once('exit', () => give({ problem: 'damaged' }));
  });
}
