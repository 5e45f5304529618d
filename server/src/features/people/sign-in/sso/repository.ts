import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { agentIdentities } from '../schema.ts';

export type IdentityRow = typeof agentIdentities.$inferSelect;

const isNamed = ({ issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>) =>
  and(eq(agentIdentities.issuer, issuer), eq(agentIdentities.subject, subject));

export function findIdentity(
  db: Database,
  named: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> {
  return first(db.orm.select().from(agentIdentities).where(isNamed(named)));
}

/** The account that an agent used last at a provider. */
export function identityOfAgent(db: Database, agentId: number): Promise<IdentityRow | undefined> {
  const { agent_id, last_used_at } = agentIdentities;
  return first(
    db.orm.select().from(agentIdentities).where(eq(agent_id, agentId)).orderBy(desc(last_used_at)).limit(1),
  );
}

/** Whether it was connected: not where the agent, or the account there, is connected already, be it at the same moment. */
export async function connectIdentity(db: Database, row: Omit<IdentityRow, 'id'>): Promise<boolean> {
  const made = await db.orm
    .insert(agentIdentities)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: agentIdentities.id });
  return made.length > 0;
}

export async function noteIdentityUse(db: Database, id: number, now: Date): Promise<void> {
  await db.orm.update(agentIdentities).set({ last_used_at: now }).where(eq(agentIdentities.id, id));
}

/** What there was of the agent's, gone. */
export function removeIdentities(db: Database, agentId: number): Promise<IdentityRow[]> {
  return db.orm.delete(agentIdentities).where(eq(agentIdentities.agent_id, agentId)).returning();
}
