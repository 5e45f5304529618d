import type { Deps } from '#platform/context.ts';

const WINDOW_MS = 60_000;
const MAX_LINES = 20;

interface Rejection {
  where: string;
  code: string;
  bytes: number | null;
}

/** Logs that a call was rejected, never its content; during a flood the first lines of each minute, and then a count. */
export function createRejectionLog({ log, clock }: Pick<Deps, 'log' | 'clock'>): (error: Rejection) => void {
  let since = 0;
  let count = 0;
  return (error) => {
    const now = clock.now().getTime();
    if (now - since >= WINDOW_MS) {
      if (count > MAX_LINES)
        log.warn({ count: count - MAX_LINES }, 'webhook calls rejected, not logged individually');
      since = now;
      count = 0;
    }
    count += 1;
    if (count <= MAX_LINES) log.warn(error, 'webhook call rejected');
  };
}
