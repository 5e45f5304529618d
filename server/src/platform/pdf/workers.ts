import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Processor time of one step of a task, and wall-clock time of the whole task. */
export interface Budget {
  cpuMs: number;
  wallMs: number;
  /** Whether the wait for a free worker counts as wall-clock time. */
  countsWait?: boolean;
}

/**
 * Processor time instead of wall-clock time: a busy server rejects no file that an idle one accepts. The wall clock ends what
 * the processor time does not see, and comes before browsers give up (30 s).
 */
const BUDGET: Budget = { cpuMs: 3000, wallMs: 20_000 };
const WORKERS = 2;
const HEAP_LIMIT_MB = 512;
/** Unpacked streams are outside the worker's heap limit: the memory of the whole process is watched while one is read. */
const GROWTH_LIMIT_BYTES = 1024 * 1024 * 1024;
const WATCH_MS = 100;
/** A worker takes 0.2 to 0.4 s to start, so it waits for the next file: a whole library is read by one. */
const IDLE_MS = 5000;

const messageSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ step: z.literal(true) }),
  z.object({ answer: z.unknown() }),
  z.object({ failure: z.string() }),
]);

/** What a worker answered, or why it was stopped. */
type Outcome = { answer: unknown } | { stopped: 'too_slow' | 'failed'; cause: string };
export type RunTask = (task: object, budget?: Partial<Budget>) => Promise<Outcome>;

/**
 * Workers that read PDFs from outside, so that one that takes all memory or never ends blocks no one else. `entry` is a
 * module that calls `serveTasks`. At most two run at a time; further tasks wait.
 */
export function openWorkers(entry: URL): RunTask {
  const idle: Worker[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  const takeTurn = async ({ wallMs, countsWait }: Budget) => {
    if (busy < WORKERS) {
      busy += 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const start = () => resolve(true);
    waiting.push(start);
    const giveUp = () => {
      const position = waiting.indexOf(start);
      // Otherwise its turn has come at this moment.
      if (position < 0) return;
      waiting.splice(position, 1);
      resolve(false);
    };
    const timer = countsWait ? setTimeout(giveUp, wallMs) : undefined;
    return promise.finally(() => clearTimeout(timer));
  };
  return async (task, given) => {
    const budget = { ...BUDGET, ...given };
    const askedAt = performance.now();
    if (!(await takeTurn(budget))) return { stopped: 'too_slow', cause: 'no worker was free in time' };
    try {
      const known = idle.pop();
      const worker =
        known ?? new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB } });
      worker.ref();
      const waited = budget.countsWait ? performance.now() - askedAt : 0;
      const rest = { ...budget, wallMs: budget.wallMs - waited };
      const outcome = await runOn(worker, known !== undefined, task, rest);
      if ('answer' in outcome) keepIdle(idle, worker);
      else await worker.terminate();
      return outcome;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

function keepIdle(idle: Worker[], worker: Worker): void {
  idle.push(worker);
  const forget = () => {
    const position = idle.indexOf(worker);
    if (position >= 0) idle.splice(position, 1);
    return position >= 0;
  };
  worker.removeAllListeners('error').removeAllListeners('exit').on('error', forget).on('exit', forget);
  worker.unref();
  setTimeout(() => {
    if (forget()) void worker.terminate();
  }, IDLE_MS).unref();
}

/** The budget starts when the worker is ready: its own start is not the file's fault. */
function runOn(worker: Worker, isReady: boolean, task: object, budget: Budget): Promise<Outcome> {
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
    if ('ready' in read.data) worker.postMessage(task);
    if ('ready' in read.data || 'step' in read.data) stepStart = null;
    else if ('failure' in read.data) stop('failed', read.data.failure);
    else resolve({ answer: read.data.answer });
  };
  worker.on('message', onMessage);
  worker.once('error', (error: Error) => stop('failed', error.message));
  worker.once('exit', (code) => stop('failed', `ended with ${code}`));
  if (isReady) worker.postMessage(task);
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
    // It ended meanwhile, which its own event reports.
    return 0;
  }
}
