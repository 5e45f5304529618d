import { deadlineLeftMs } from '#platform/http/request-deadline.ts';
import { ConnectionError } from '../../http/client.ts';

/** Runs at most `most` tasks at once; the others wait in a queue until their caller's deadline. */
export function createGate(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else await waitInQueue(waiting);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function waitInQueue(queue: (() => void)[]): Promise<void> {
  const left = deadlineLeftMs();
  return new Promise((resolve, reject) => {
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    const leave = () => {
      queue.splice(queue.indexOf(enter), 1);
      reject(new ConnectionError('other calls took too long', true));
    };
    const timer = Number.isFinite(left) ? setTimeout(leave, Math.max(0, left)) : undefined;
    queue.push(enter);
  });
}
