import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { authenticatorApps, passkeys, recoveryCodes, signInPolicy } from './schema.ts';

export type AppRow = typeof authenticatorApps.$inferSelect;
export type PasskeyRow = typeof passkeys.$inferSelect;
export type RulesRow = typeof signInPolicy.$inferSelect;

/** Serializes changes of an agent's methods, so that one set of recovery codes is created. */
export async function lockTwoFactorMethods(db: Database, agentId: number): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`factors of ${agentId}`]);
}

export function findApp(db: Database, agentId: number): Promise<AppRow | undefined> {
  return first(db.orm.select().from(authenticatorApps).where(eq(authenticatorApps.agent_id, agentId)));
}

export function insertApp(db: Database, row: { agent_id: number; created_at: Date }): Promise<AppRow> {
  return stored(db.orm.insert(authenticatorApps).values(row).returning());
}

export async function changeApp(
  db: Database,
  id: number,
  changes: Partial<Pick<AppRow, 'secret' | 'confirmed_at' | 'last_used_at'>>,
): Promise<void> {
  await db.orm.update(authenticatorApps).set(changes).where(eq(authenticatorApps.id, id));
}

/** Whether there was a confirmed one. */
export async function removeApp(db: Database, agentId: number): Promise<boolean> {
  const gone = await db.orm
    .delete(authenticatorApps)
    .where(eq(authenticatorApps.agent_id, agentId))
    .returning({ confirmed_at: authenticatorApps.confirmed_at });
  return gone.some(({ confirmed_at }) => confirmed_at !== null);
}

/** Newest first; at most MAX_PASSKEYS. */
export function listPasskeys(db: Database, agentId: number): Promise<PasskeyRow[]> {
  return db.orm.select().from(passkeys).where(eq(passkeys.agent_id, agentId)).orderBy(desc(passkeys.id));
}

/** The row, locked until the transaction ends, so that its counter only grows. */
export function lockPasskey(db: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  return first(db.orm.select().from(passkeys).where(eq(passkeys.credential_id, credentialId)).for('update'));
}

export function insertPasskey(
  db: Database,
  row: Omit<typeof passkeys.$inferInsert, 'id'>,
): Promise<PasskeyRow> {
  return stored(db.orm.insert(passkeys).values(row).returning());
}

export async function recordPasskeyUse(
  db: Database,
  id: number,
  use: Pick<PasskeyRow, 'counter' | 'last_used_at'>,
): Promise<void> {
  await db.orm.update(passkeys).set(use).where(eq(passkeys.id, id));
}

const isOwn = (agentId: number, id: number) => and(eq(passkeys.agent_id, agentId), eq(passkeys.id, id));

/** Locked until it is removed; undefined if the agent has none with that ID. */
export function findPasskeyOf(db: Database, agentId: number, id: number): Promise<PasskeyRow | undefined> {
  return first(db.orm.select().from(passkeys).where(isOwn(agentId, id)).for('update'));
}

export async function removePasskey(db: Database, id: number): Promise<void> {
  await db.orm.delete(passkeys).where(eq(passkeys.id, id));
}

/** How many were removed. */
export async function removePasskeysOf(db: Database, agentId: number): Promise<number> {
  const gone = await db.orm
    .delete(passkeys)
    .where(eq(passkeys.agent_id, agentId))
    .returning({ id: passkeys.id });
  return gone.length;
}

/**
 * The unused codes, locked until the transaction ends: the second of two concurrent uses finds the code used.
 */
export function lockUnusedCodes(db: Database, agentId: number): Promise<{ id: number; code_hash: string }[]> {
  return db.orm
    .select({ id: recoveryCodes.id, code_hash: recoveryCodes.code_hash })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.agent_id, agentId), isNull(recoveryCodes.used_at)))
    .orderBy(recoveryCodes.id)
    .for('update');
}

export async function countUnusedCodes(db: Database, agentId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from recovery_codes where agent_id = $1 and used_at is null',
    [agentId],
  );
  return row?.count ?? 0;
}

export async function recordCodeUse(db: Database, id: number, now: Date): Promise<void> {
  await db.orm.update(recoveryCodes).set({ used_at: now }).where(eq(recoveryCodes.id, id));
}

/** Replaces the previous codes; an empty list removes them. */
export async function replaceCodes(db: Database, agentId: number, hashes: readonly string[]): Promise<void> {
  await db.orm.delete(recoveryCodes).where(eq(recoveryCodes.agent_id, agentId));
  if (hashes.length > 0)
    await db.orm.insert(recoveryCodes).values(hashes.map((code_hash) => ({ agent_id: agentId, code_hash })));
}

export function findRules(db: Database): Promise<RulesRow | undefined> {
  return first(db.orm.select().from(signInPolicy));
}

export async function saveRules(
  db: Database,
  row: Pick<RulesRow, 'updated_at' | 'updated_by'> & {
    second_factor?: RulesRow['second_factor'] | undefined;
    idle_minutes?: number | undefined;
    can_remember_devices?: boolean | undefined;
  },
): Promise<void> {
  await db.orm
    .insert(signInPolicy)
    .values(row)
    .onConflictDoUpdate({ target: signInPolicy.only_row, set: row });
}
