import { parentPort } from 'node:worker_threads';

/**
 * The worker's side of `openWorkers`. `nextStep` starts the budget of the next step, for tasks that take longer because there is
 * more to do.
 */
export function serveTasks(handle: (task: unknown, nextStep: () => void) => unknown): void {
  const nextStep = () => parentPort?.postMessage({ step: true });
  parentPort?.on('message', async (task: unknown) => {
    try {
      parentPort?.postMessage({ answer: await handle(task, nextStep) });
    } catch (error) {
      parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
  parentPort?.postMessage({ ready: true });
}
