import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { agentContacts, agents } from '../schema.ts';

type Row = typeof agentContacts.$inferInsert;
const { agent_id, phone, photo, photo_token } = agentContacts;

export interface NamedContact {
  first_name: string;
  last_name: string;
  phone: string | null;
  photo_token: string | null;
}

/** Without the photo itself; undefined if there is no such agent. */
export function findContact(db: Database, agentId: number): Promise<NamedContact | undefined> {
  const { first_name, last_name } = agents;
  return first(
    db.orm
      .select({ first_name, last_name, phone, photo_token })
      .from(agents)
      .leftJoin(agentContacts, eq(agent_id, agents.id))
      .where(eq(agents.id, agentId)),
  );
}

/** The content of a photo as base64. */
export async function findPhoto(db: Database, token: string): Promise<string | null> {
  const row = await first(db.orm.select({ photo }).from(agentContacts).where(eq(photo_token, token)));
  return row?.photo ?? null;
}

export async function saveContact(db: Database, row: Row): Promise<void> {
  await db.orm.insert(agentContacts).values(row).onConflictDoUpdate({ target: agent_id, set: row });
}
