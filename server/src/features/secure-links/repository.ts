import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { secureLinks } from './schema.ts';

export type LinkRow = typeof secureLinks.$inferSelect;
export type NewLinkRow = typeof secureLinks.$inferInsert;

/** A link that has not been taken back; expiry is the caller's to check. */
export async function findLiving(
  db: Database,
  by: { key: string } | { id: number },
): Promise<LinkRow | undefined> {
  const isIt = 'key' in by ? eq(secureLinks.key, by.key) : eq(secureLinks.id, by.id);
  const [row] = await db.orm
    .select()
    .from(secureLinks)
    .where(and(isIt, isNull(secureLinks.revoked_at)));
  return row;
}

export async function findNewestOf(db: Database, submissionId: number): Promise<LinkRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(secureLinks)
    .where(and(eq(secureLinks.session_form_id, submissionId), isNull(secureLinks.revoked_at)))
    .orderBy(desc(secureLinks.id))
    .limit(1);
  return row;
}

export async function insertLink(db: Database, link: NewLinkRow): Promise<LinkRow> {
  const [row] = await db.orm.insert(secureLinks).values(link).returning();
  if (!row) throw new Error('the link was not stored');
  return row;
}

export async function changeLink(db: Database, id: number, changes: Partial<NewLinkRow>): Promise<void> {
  await db.orm.update(secureLinks).set(changes).where(eq(secureLinks.id, id));
}

/** Ends every link of a submission and forgets whose they were. */
export async function revokeOf(db: Database, submissionId: number, now: Date): Promise<number[]> {
  const rows = await db.orm
    .update(secureLinks)
    .set({ revoked_at: now, client_id: null })
    .where(and(eq(secureLinks.session_form_id, submissionId), isNull(secureLinks.revoked_at)))
    .returning({ id: secureLinks.id });
  await db.orm
    .update(secureLinks)
    .set({ client_id: null })
    .where(eq(secureLinks.session_form_id, submissionId));
  return rows.map(({ id }) => id);
}

/** One agent at a time makes the link of one form and client, so that two clicks do not make two submissions. */
export async function waitForTurn(db: Database, formId: number, clientId: number): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`link:${formId}:${clientId}`]);
}
