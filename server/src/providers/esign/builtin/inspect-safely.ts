import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Inspection } from './inspect.ts';
import { MAX_TEMPLATE_BYTES, PROBLEMS } from './template-limits.ts';

const TIME_LIMIT_MS = 20_000;
const MEMORY_LIMIT_MB = 512;
/** Unpacked streams lie outside the thread's own limit: the whole server's memory is watched while one is read. */
const GROWTH_LIMIT_BYTES = 1024 * 1024 * 1024;
const WATCH_MS = 100;
const IDLE_MS = 5000;

const answerSchema = z.union([
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
  z.object({ problem: z.string(), cause: z.string() }),
]);

export type Inspected = { inspection: Inspection } | { problem: string; cause: string };

/** A thread that has just read a good PDF waits a little for the next one: a whole library is read with one. */
let waiting: Worker | undefined;

/** Inspects a PDF in a thread of its own with limits on time and memory; a problem is an answer, not an error. */
export async function inspectSafely(bytes: Buffer, limitMs = TIME_LIMIT_MS): Promise<Inspected> {
  if (bytes.length === 0) return { problem: PROBLEMS.empty, cause: '' };
  if (bytes.length > MAX_TEMPLATE_BYTES) return { problem: PROBLEMS.tooLarge, cause: '' };
  const worker = waiting ?? startWorker();
  waiting = undefined;
  worker.ref();
  const answer = await answerOf(worker, bytes, limitMs);
  if ('inspection' in answer && !waiting) letWait(worker);
  else await worker.terminate();
  return answer;
}

function startWorker(): Worker {
  return new Worker(new URL('./inspect-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
}

function letWait(worker: Worker): void {
  waiting = worker;
  // By name: Node's own listeners, which deliver the messages, hang on the same worker.
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  // Whatever becomes of an idle thread, the next file gets another one: also while it is still being ended.
  const forget = () => {
    if (waiting === worker) waiting = undefined;
  };
  worker.on('error', forget).on('exit', forget);
  worker.unref();
  setTimeout(() => {
    if (waiting !== worker) return;
    forget();
    void worker.terminate();
  }, IDLE_MS).unref();
}

function answerOf(worker: Worker, bytes: Buffer, limitMs: number): Promise<Inspected> {
  return new Promise((resolve) => {
    const give = (answer: Inspected) => {
      clearTimeout(timer);
      clearInterval(watch);
      resolve(answer);
    };
    const timer = setTimeout(() => give({ problem: PROBLEMS.tooSlow, cause: 'time limit' }), limitMs);
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => {
      const isTooMuch = process.memoryUsage.rss() - before > GROWTH_LIMIT_BYTES;
      if (isTooMuch) give({ problem: PROBLEMS.tooSlow, cause: 'memory limit' });
    }, WATCH_MS);
    worker.once('message', (message: unknown) => {
      const answer = answerSchema.safeParse(message);
      give(answer.success ? answer.data : { problem: PROBLEMS.damaged, cause: answer.error.message });
    });
    worker.once('error', (error: Error) => give({ problem: PROBLEMS.damaged, cause: error.message }));
    worker.once('exit', (code) => give({ problem: PROBLEMS.damaged, cause: `ended with ${code}` }));
    worker.postMessage({ bytes });
  });
}
