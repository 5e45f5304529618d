import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DuplicateScan,
  scanDuplicates as endpoint,
} from '@ledgerline/contract/clients/duplicates/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { AgentActor, Context, Deps } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { findNextIds, findPairs } from './queries.ts';
import * as repository from './repository.ts';

export const SCAN_QUEUE = 'duplicate-scans';

const BATCH_SIZE = 250;
/** A job that made no progress for this long was interrupted. */
const STALLED_MS = 120_000;

/** Starts a scan of all clients, unless one is running. */
export async function scanDuplicates(ctx: Context<AgentActor>): Promise<ReplyOf<typeof endpoint>> {
  if (!canScan(ctx)) {
    throw new AppError('not_allowed', {
      message: 'Only agents who see all clients can search for duplicates.',
    });
  }
  const scan = await startScan(ctx.deps, ctx.db, ctx.actor.id);
  return { success: true, scan: toScan(ctx, scan) };
}

/** The scan compares the clients of all agents. */
export const canScan = ({ actor }: Context<AgentActor>): boolean => actor.accessScope === undefined;

/** The running scan, or a new one with its job. */
export async function startScan(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  db: Database,
  by: number | null,
): Promise<repository.ScanRow> {
  await repository.lockScans(db);
  const latest = await repository.findLatestScan(db);
  const now = deps.clock.now();
  if (latest && stateOf(latest, now) === 'running') return latest;
  const scan = await repository.insertScan(db, by, now);
  await deps.jobs.send(db, SCAN_QUEUE, { id: scan.id });
  return scan;
}

/** Compares all clients in batches, each followed by an equally long pause for other requests. Resumes where it stopped. */
export async function runScan(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  id: number,
): Promise<void> {
  for (;;) {
    const start = performance.now();
    const isMore = await database.transaction(async (db) => {
      // Replaced by a later one if it no longer exists.
      const scan = await repository.findScan(db, id);
      if (!scan || scan.finished_at !== null) return false;
      const ids = await findNextIds(db, scan.after_id, BATCH_SIZE);
      const after = ids.at(-1);
      if (after === undefined) {
        await repository.endScan(db, id, clock.now());
        return false;
      }
      await repository.savePairs(db, id, await findPairs(db, ids));
      await repository.saveProgress(db, { id, after, count: ids.length, at: clock.now() });
      return true;
    });
    if (!isMore) return;
    await sleep(performance.now() - start);
  }
}

function stateOf(scan: repository.ScanRow, now: Date): DuplicateScan['state'] {
  if (scan.finished_at !== null) return 'finished';
  return now.getTime() - scan.progressed_at.getTime() < STALLED_MS ? 'running' : 'stopped';
}

/** The number of all clients is for agents who see them all. */
export function toScan(ctx: Context<AgentActor>, scan: repository.ScanRow): DuplicateScan {
  return {
    state: stateOf(scan, ctx.deps.clock.now()),
    started_at: scan.started_at.toISOString(),
    finished_at: scan.finished_at?.toISOString() ?? null,
    progress: canScan(ctx) ? { done: scan.done_count, total: scan.total_count } : null,
  };
}
