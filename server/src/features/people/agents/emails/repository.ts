import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { emailLinks, formerEmails as formerEmailsTable } from '../schema.ts';

export type EmailLinkRow = typeof emailLinks.$inferSelect;

/** Replaces the agent's previous link, whose token stops working. */
export async function saveEmailLink(db: Database, row: EmailLinkRow): Promise<void> {
  await db.orm.insert(emailLinks).values(row).onConflictDoUpdate({ target: emailLinks.agent_id, set: row });
}

export function findEmailLink(db: Database, agentId: number): Promise<EmailLinkRow | undefined> {
  return first(db.orm.select().from(emailLinks).where(eq(emailLinks.agent_id, agentId)));
}

export function findEmailLinkByFingerprint(
  db: Database,
  fingerprint: string,
): Promise<EmailLinkRow | undefined> {
  return first(db.orm.select().from(emailLinks).where(eq(emailLinks.token_fingerprint, fingerprint)));
}

/** The link that was removed, if there was one. */
export function deleteEmailLink(db: Database, agentId: number): Promise<EmailLinkRow | undefined> {
  return first(db.orm.delete(emailLinks).where(eq(emailLinks.agent_id, agentId)).returning());
}

export async function insertFormerEmail(
  db: Database,
  row: Omit<typeof formerEmailsTable.$inferInsert, 'id'>,
): Promise<void> {
  await db.orm.insert(formerEmailsTable).values(row);
}

/** Addresses that an agent had before, in the order in which they were replaced. */
export function formerEmails(
  db: Database,
  agentId: number,
): Promise<(typeof formerEmailsTable.$inferSelect)[]> {
  return db.orm
    .select()
    .from(formerEmailsTable)
    .where(eq(formerEmailsTable.agent_id, agentId))
    .orderBy(formerEmailsTable.id);
}

export async function deleteFormerEmails(db: Database, ids: readonly number[]): Promise<void> {
  await db.query('delete from former_emails where id = any($1::bigint[])', [ids]);
}

export async function deleteFormerEmailsBefore(db: Database, instant: Date): Promise<void> {
  await db.query('delete from former_emails where replaced_at < $1', [instant]);
}
