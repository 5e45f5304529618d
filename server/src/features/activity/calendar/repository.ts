import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { stored } from '#platform/database/rows.ts';
import { calendarFeeds } from './schema.ts';

export type FeedRow = typeof calendarFeeds.$inferSelect;

/** Replaces the previous feed, which stops working. */
export function saveFeed(
  db: Database,
  row: Pick<FeedRow, 'agent_id' | 'token_fingerprint' | 'created_at'>,
): Promise<FeedRow> {
  const full = { ...row, last_fetched_at: null };
  return stored(
    db.orm
      .insert(calendarFeeds)
      .values(full)
      .onConflictDoUpdate({ target: calendarFeeds.agent_id, set: full })
      .returning(),
  );
}

/** Whether there was one. */
export async function removeFeed(db: Database, agentId: number): Promise<boolean> {
  const gone = await db.orm
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.agent_id, agentId))
    .returning({ agent_id: calendarFeeds.agent_id });
  return gone.length > 0;
}

/** To the minute, so that a calendar that fetches constantly does not write constantly. */
export async function recordFetch(db: Database, { agent_id }: FeedRow, now: Date): Promise<void> {
  await db.query(
    `update calendar_feeds set last_fetched_at = $2
      where agent_id = $1 and (last_fetched_at is null or last_fetched_at <= $2::timestamptz - interval '1 minute')`,
    [agent_id, now],
  );
}
