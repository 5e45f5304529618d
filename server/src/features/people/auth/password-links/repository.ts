import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { passwordLinks } from '../schema.ts';
import type { LinkKind } from './rules.ts';

export type LinkRow = typeof passwordLinks.$inferSelect;

/** Replaces the previous link, whose token stops working. */
export function saveLink(db: Database, row: Omit<LinkRow, 'withdrawn_at'>): Promise<LinkRow> {
  const full = { ...row, withdrawn_at: null };
  const target = [passwordLinks.agent_id, passwordLinks.kind];
  return stored(
    db.orm.insert(passwordLinks).values(full).onConflictDoUpdate({ target, set: full }).returning(),
  );
}

const ofAgent = (agentId: number, kind: LinkKind) =>
  and(eq(passwordLinks.agent_id, agentId), eq(passwordLinks.kind, kind));

export function findLink(db: Database, agentId: number, kind: LinkKind): Promise<LinkRow | undefined> {
  return first(db.orm.select().from(passwordLinks).where(ofAgent(agentId, kind)));
}

export function findByFingerprint(db: Database, fingerprint: string): Promise<LinkRow | undefined> {
  return first(db.orm.select().from(passwordLinks).where(eq(passwordLinks.token_fingerprint, fingerprint)));
}

/** Whether there was a link that could be withdrawn. */
export async function withdrawLink(db: Database, agentId: number, kind: LinkKind, now: Date) {
  const gone = await db.query(
    `update password_links set withdrawn_at = $3
      where agent_id = $1 and kind = $2 and withdrawn_at is null returning agent_id`,
    [agentId, kind, now],
  );
  return gone.length > 0;
}

/** Removes every link of an agent with a new password, used or not. */
export async function removeLinks(db: Database, agentId: number): Promise<void> {
  await db.query('delete from password_links where agent_id = $1', [agentId]);
}

export async function removeExpiredResets(db: Database, now: Date): Promise<void> {
  await db.query(`delete from password_links where kind = 'reset' and expires_at < $1`, [now]);
}
