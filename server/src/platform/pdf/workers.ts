import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Processor time of one step of a task, wall-clock time of the complete task, and of the wait for a worker that is free and has
 * started.
 */
export interface Budget {
  cpuMs: number;
  wallMs: number;
  waitMs: number;
}

/**
 * Processor time instead of wall-clock time: a busy server rejects no file that an idle one accepts. The wall clock stops what
 * uses no processor time. A caller whose wait fails gets a response before browsers give up (30 s).
 */
const BUDGET: Budget = { cpuMs: 3000, wallMs: 20_000, waitMs: 20_000 };
const WORKERS = 2;
const HEAP_LIMIT_MB = 512;
/**
 * Decompressed streams are outside the worker's heap limit: the memory of the complete process is monitored while one is read.
 */
const GROWTH_LIMIT_BYTES = 1024 * 1024 * 1024;
const WATCH_MS = 100;
/**
 * A worker takes 0.2 to 0.5 s to start, and starting and stopping many is a risk for the process: V8 has aborted while workers
 * with WebAssembly were started and stopped. So a worker is reused for the next file.
 */
const IDLE_MS = 600_000;

const messageSchema = z.union([
  z.object({ step: z.literal(true) }),
  z.object({ answer: z.unknown() }),
  z.object({ failure: z.string() }),
]);

/** A worker's result, or why there is none. `busy`: no worker was free in time, which says nothing about the file. */
export type Outcome = { answer: unknown } | { stopped: 'too_slow' | 'failed' | 'busy'; cause: string };
export const WORKERS_BUSY = 'The portal is busy with other PDFs. Try again in a minute.';
export type RunTask = (task: object, budget?: Partial<Budget>) => Promise<Outcome>;

/**
 * Workers that read external PDFs, so that one that exhausts memory or never ends blocks nothing else. `entry` is a module that
 * calls `serveTasks`. At most two run at a time; further tasks wait, for a limited time.
 */
export function openWorkers(entry: URL): RunTask {
  const idle: Idle[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  };
  const waitForTurn = async (waitMs: number) => {
    if (busy < WORKERS) {
      busy += 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<true>();
    const start = () => resolve(true);
    waiting.push(start);
    const hasTurn = await within(waitMs, promise);
    if (!hasTurn) waiting.splice(waiting.indexOf(start), 1);
    return hasTurn === true;
  };
  return async (task, overrides) => {
    const budget = { ...BUDGET, ...overrides };
    const until = performance.now() + budget.waitMs;
    if (!(await waitForTurn(budget.waitMs))) return { stopped: 'busy', cause: 'no worker was free in time' };
    const known = idle.pop();
    clearTimeout(known?.timer);
    const starting = known ? Promise.resolve(known.worker) : startWorker(entry);
    const worker = await within(until - performance.now(), starting).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (!worker) {
      void starting
        .then((late) => returnIdle(idle, late))
        .catch(() => undefined)
        .finally(leave);
      return { stopped: 'busy', cause: 'the worker did not start in time' };
    }
    try {
      worker.ref();
      const outcome = await runOn(worker, task, budget);
      if ('answer' in outcome) returnIdle(idle, worker);
      else await worker.terminate();
      return outcome;
    } finally {
      leave();
    }
  };
}

/** The result if it arrives in time; null otherwise. An available result always counts. */
async function within<Result>(ms: number, awaited: Promise<Result>): Promise<Result | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), Math.max(0, ms));
  return Promise.race([awaited, promise]).finally(() => clearTimeout(timer));
}

/**
 * Resolves when the worker has loaded its modules, all of which its entry imports at the top. It is never terminated before: Node
 * aborts the complete process if a worker is terminated while it evaluates a module with a top-level await (nodejs/node#43182),
 * as HarfBuzz's does.
 */
async function startWorker(entry: URL): Promise<Worker> {
  const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB } });
  const { promise, resolve, reject } = Promise.withResolvers<Worker>();
  worker.once('message', () => resolve(worker));
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`the worker ended with ${code} while it started`)));
  return promise;
}

interface Idle {
  worker: Worker;
  timer: NodeJS.Timeout;
}

function returnIdle(idle: Idle[], worker: Worker): void {
  const forget = () => {
    const position = idle.findIndex((one) => one.worker === worker);
    if (position >= 0) idle.splice(position, 1);
    return position >= 0;
  };
  worker.removeAllListeners('error').removeAllListeners('exit').on('error', forget).on('exit', forget);
  worker.unref();
  const timer = setTimeout(() => {
    if (forget()) void worker.terminate();
  }, IDLE_MS).unref();
  idle.push({ worker, timer });
}

/** The budget starts when the worker is ready: its own startup does not count. */
function runOn(worker: Worker, task: object, budget: Budget): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const stop = (stopped: 'too_slow' | 'failed', cause: string) => resolve({ stopped, cause });
  const memoryBefore = process.memoryUsage.rss();
  let stepStart: number | null = null;
  const watch = setInterval(async () => {
    if (process.memoryUsage.rss() - memoryBefore > GROWTH_LIMIT_BYTES) stop('too_slow', 'memory limit');
    const used = await cpuTimeOf(worker);
    stepStart ??= used;
    if (used - stepStart > budget.cpuMs) stop('too_slow', 'processor time limit');
  }, WATCH_MS);
  const deadline = setTimeout(() => stop('too_slow', 'time limit'), budget.wallMs);
  const onMessage = (message: unknown) => {
    const read = messageSchema.safeParse(message);
    if (!read.success) return stop('failed', read.error.message);
    if ('step' in read.data) stepStart = null;
    else if ('failure' in read.data) stop('failed', read.data.failure);
    else resolve({ answer: read.data.answer });
  };
  worker.on('message', onMessage);
  worker.once('error', (error: Error) => stop('failed', error.message));
  worker.once('exit', (code) => stop('failed', `ended with ${code}`));
  worker.postMessage(task);
  return promise.finally(() => {
    clearTimeout(deadline);
    clearInterval(watch);
    worker.off('message', onMessage);
  });
}

async function cpuTimeOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    // It has ended meanwhile, which its own event reports.
    return 0;
  }
}
