import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { agentIdentities } from '../schema.ts';
import { isSameIssuer } from './rules.ts';

export type IdentityRow = typeof agentIdentities.$inferSelect;

const isNamed = ({ issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>) =>
  and(eq(agentIdentities.issuer, issuer), eq(agentIdentities.subject, subject));

export function findIdentity(
  db: Database,
  named: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> {
  return first(db.orm.select().from(agentIdentities).where(isNamed(named)));
}

/** An agent's account at one provider; an account at a previous provider is irrelevant for this one. */
export async function identityOfAgent(
  db: Database,
  agentId: number,
  issuer: string,
): Promise<IdentityRow | undefined> {
  const { agent_id, last_used_at } = agentIdentities;
  const rows = await db.orm
    .select()
    .from(agentIdentities)
    .where(eq(agent_id, agentId))
    .orderBy(desc(last_used_at));
  return rows.find((row) => isSameIssuer(row.issuer, issuer));
}

/** The ID of the agent's last single sign-on, active or not; 0 if there is none. */
export async function lastSsoSignIn(db: Database, agentId: number): Promise<number> {
  const [row] = await db.query<{ last: number }>(
    'select coalesce(max(id), 0)::int as last from sign_ins where agent_id = $1 and by_sso',
    [agentId],
  );
  return row?.last ?? 0;
}

/** Whether it was linked: false if the agent or the account is already linked, including concurrently. */
export async function connectIdentity(db: Database, row: Omit<IdentityRow, 'id'>): Promise<boolean> {
  const created = await db.orm
    .insert(agentIdentities)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: agentIdentities.id });
  return created.length > 0;
}

/** Whether it still exists. */
export async function recordIdentityUse(
  db: Database,
  { id, agent_id }: Pick<IdentityRow, 'id' | 'agent_id'>,
  now: Date,
): Promise<boolean> {
  const used = await db.orm
    .update(agentIdentities)
    .set({ last_used_at: now })
    .where(and(eq(agentIdentities.id, id), eq(agentIdentities.agent_id, agent_id)))
    .returning({ id: agentIdentities.id });
  return used.length > 0;
}

/** The agent's links that were removed. */
export function removeIdentities(db: Database, agentId: number): Promise<IdentityRow[]> {
  return db.orm.delete(agentIdentities).where(eq(agentIdentities.agent_id, agentId)).returning();
}
