import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { gettingStartedDismissals } from '../schema.ts';

/** An owner dismisses the list, or shows it again. */
export async function saveDismissed(
  db: Database,
  agent_id: number,
  isDismissed: boolean,
  dismissed_at: Date,
): Promise<void> {
  if (isDismissed)
    await db.orm.insert(gettingStartedDismissals).values({ agent_id, dismissed_at }).onConflictDoNothing();
  else await db.orm.delete(gettingStartedDismissals).where(eq(gettingStartedDismissals.agent_id, agent_id));
}
