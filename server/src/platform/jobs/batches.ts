import type { Clock } from '../clock.ts';
import type { Database, DatabasePool } from '../database/database.ts';
import { toAppError } from '../errors.ts';

/** Screens receive progress at most four times a second. */
const ANNOUNCE_MS = 250;
const MAX_ATTEMPTS = 4;

/** Whether enough time has passed to publish progress again. */
export function throttle(clock: Clock): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now().getTime();
    if (now - last < ANNOUNCE_MS) return false;
    last = now;
    return true;
  };
}

/** One transaction per batch until `work` returns false, each after `before`; a batch that met a lock conflict or a lost connection is retried. */
export async function inBatches(
  database: DatabasePool,
  work: (db: Database) => Promise<boolean>,
  before: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (let attempt = 1; ; ) {
    try {
      await before();
      if (!(await database.transaction(work))) return;
      attempt = 1;
    } catch (error) {
      const isPassing = ['conflict', 'unavailable'].includes(toAppError(error).code);
      if (!isPassing || attempt >= MAX_ATTEMPTS) throw error;
      attempt += 1;
    }
  }
}
