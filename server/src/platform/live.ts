import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { agentIdOf, type Context } from './context.ts';
import type { Database } from './database/database.ts';
import { CHANNEL } from './live-feed.ts';

/** PostgreSQL refuses notifications of 8,000 bytes; longer lists of ids are left out and screens reload. */
const MAX_BYTES = 7900;

/**
 * Announces a change when its transaction has committed, and only then. Not within it: PostgreSQL lets transactions that
 * notify commit one after the other, and each would wait for the disk alone. A server that dies in between leaves the
 * screens to their next event or reload.
 */
export async function announce(db: Database, event: LiveEvent): Promise<void> {
  const whole = JSON.stringify(event);
  const payload =
    Buffer.byteLength(whole) <= MAX_BYTES
      ? whole
      : JSON.stringify({ ...event, ids: undefined, fields: undefined });
  await db.afterTransaction(async (outcome, pool) => {
    if (outcome === 'rolled_back') return;
    // Nothing is stored, so nothing needs to wait for the disk.
    await pool.query(`select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
      CHANNEL,
      payload,
    ]);
  });
}

/** The same of what this call has done, in the name of the agent and the tab that asked for it. */
export function announceAct(ctx: Context, act: Omit<LiveEvent, 'agent_id' | 'tab'>): Promise<void> {
  return announce(ctx.db, { ...act, agent_id: agentIdOf(ctx), tab: ctx.tab });
}
