import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { firstDayDismissals } from '../schema.ts';

/** An owner wants the list no more, or again. */
export async function keepDismissed(
  db: Database,
  agent_id: number,
  isDismissed: boolean,
  dismissed_at: Date,
): Promise<void> {
  if (isDismissed)
    await db.orm.insert(firstDayDismissals).values({ agent_id, dismissed_at }).onConflictDoNothing();
  else await db.orm.delete(firstDayDismissals).where(eq(firstDayDismissals.agent_id, agent_id));
}
