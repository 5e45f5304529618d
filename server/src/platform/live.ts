import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { agentIdOf, type Context } from './context.ts';
import type { Database, TransactionOutcome } from './database/database.ts';
import { asOwnWork } from './database/work.ts';
import { CHANNEL } from './live-feed.ts';

/** PostgreSQL rejects notifications of 8,000 bytes; longer lists of ids are omitted and screens reload. */
const MAX_BYTES = 7900;

/** Nothing is stored, so there is no need to wait for the disk. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
                  from unnest($2::text[]) as payload`;

/**
 * Publishes a change once its transaction has committed, and only then. Not within it: PostgreSQL serializes the commits of
 * transactions that notify, and each would wait for the disk alone. The caller does not wait for it. If a server dies in between,
 * screens are updated by their next event or reload.
 */
export async function announce(db: Database, event: LiveEvent): Promise<void> {
  const fullEvent = JSON.stringify(event);
  const payload =
    Buffer.byteLength(fullEvent) <= MAX_BYTES
      ? fullEvent
      : JSON.stringify({ ...event, ids: undefined, fields: undefined });
  const after = async (outcome: TransactionOutcome, pool: Database) => {
    if (outcome !== 'rolled_back') await asOwnWork(() => publish(pool, payload));
  };
  await db.afterTransaction(after, { isAwaited: false });
}

/** Pending events, by pool, while the previous notification is being sent; they are then sent in one batch. */
const waiting = new WeakMap<Database, string[]>();

async function publish(pool: Database, payload: string): Promise<void> {
  const others = waiting.get(pool);
  if (others) {
    others.push(payload);
    return;
  }
  const next: string[] = [];
  const failures: unknown[] = [];
  waiting.set(pool, next);
  for (let batch = [payload]; batch.length > 0; batch = next.splice(0)) {
    // An event that could not be published does not block the next ones.
    await pool.query(NOTIFY, [CHANNEL, batch], 'notify').catch((error: unknown) => failures.push(error));
  }
  waiting.delete(pool);
  if (failures.length > 0) throw new AggregateError(failures, 'live events could not be published');
}

/** The same for what this call has done, with the agent and the tab that sent the request. */
export function publishLiveEvent(ctx: Context, event: Omit<LiveEvent, 'agent_id' | 'tab'>): Promise<void> {
  return announce(ctx.db, { ...event, agent_id: agentIdOf(ctx), tab: ctx.tab });
}
