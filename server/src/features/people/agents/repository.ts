import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { emailKey } from './emails/rules.ts';
import { agents } from './schema.ts';

export type AgentRow = typeof agents.$inferSelect;
export type NewAgent = Omit<typeof agents.$inferInsert, 'id' | 'created_at'>;

export function findAgent(db: Database, id: number): Promise<AgentRow | undefined> {
  return first(db.orm.select().from(agents).where(eq(agents.id, id)));
}

const hasUsername = (username: string) => sql`lower(${agents.username}) = lower(${username})`;

export function findByUsername(db: Database, username: string): Promise<AgentRow | undefined> {
  return first(db.orm.select().from(agents).where(hasUsername(username)));
}

/** By username, then by email: a username may look like another agent's email. */
export async function findByName(db: Database, name: string): Promise<{ id: number } | undefined> {
  return (await findByUsername(db, name)) ?? (await findByEmail(db, name));
}

/**
 * The row, locked until the transaction ends: a new password waits for concurrent sign-ins, which it has to
 * end.
 */
export function lockByUsername(db: Database, username: string): Promise<AgentRow | undefined> {
  return first(db.orm.select().from(agents).where(hasUsername(username)).for('share'));
}

/** The same by email. */
export async function lockByEmail(db: Database, email: string): Promise<AgentRow | undefined> {
  const found = await findByEmail(db, email);
  const row = found && (await lockById(db, found.id));
  return row && emailKey(row.email) === emailKey(email) ? row : undefined;
}

/** The same by ID. */
export function lockById(db: Database, id: number): Promise<AgentRow | undefined> {
  return first(db.orm.select().from(agents).where(eq(agents.id, id)).for('share'));
}

/**
 * Locks rows until the transaction ends, always in the same order: if two agents change each other
 * concurrently, the second sees what the first has done.
 */
export function lockAgentRows(db: Database, ids: number[]): Promise<AgentRow[]> {
  return db.orm.select().from(agents).where(inArray(agents.id, ids)).orderBy(agents.id).for('no key update');
}

export function lockOwnerRows(db: Database): Promise<{ id: number }[]> {
  return db.query('select id from agents where is_owner order by id for no key update');
}

/** If several servers start at the same time, only one creates the first agent. */
export async function lockAgents(db: Database): Promise<void> {
  await db.query('lock table agents in share row exclusive mode');
}

/** Compared as `emailKey` does, never by the database; undefined if two agents have equivalent addresses. */
export async function findByEmail(db: Database, email: string): Promise<AgentRow | undefined> {
  const key = emailKey(email);
  if (key === null) return undefined;
  const all = await db.orm.select({ id: agents.id, email: agents.email }).from(agents);
  const [one, ...others] = all.filter((agent) => emailKey(agent.email) === key);
  return one && others.length === 0 ? findAgent(db, one.id) : undefined;
}

export function insertAgent(db: Database, agent: NewAgent): Promise<AgentRow> {
  return stored(db.orm.insert(agents).values(agent).returning());
}

export async function changeAgent(db: Database, id: number, changes: Partial<NewAgent>): Promise<void> {
  if (Object.keys(changes).length > 0) await db.orm.update(agents).set(changes).where(eq(agents.id, id));
}

/** Blocks new client assignments to the agent and waits for those in progress. */
export async function lockForRemoval(db: Database, id: number): Promise<void> {
  await db.orm.select({ id: agents.id }).from(agents).where(eq(agents.id, id)).for('update');
}

export async function removeAgent(db: Database, id: number): Promise<void> {
  await db.orm.delete(agents).where(eq(agents.id, id));
}

export async function hasAnyAgent(db: Database): Promise<boolean> {
  const rows = await db.orm.select({ id: agents.id }).from(agents).limit(1);
  return rows.length > 0;
}
