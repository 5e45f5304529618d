import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { sessions } from './schema.ts';

export type SessionRow = typeof sessions.$inferSelect;
export type NewSessionRow = typeof sessions.$inferInsert;

const isLiving = (id: number) => and(eq(sessions.id, id), eq(sessions.is_deleted, false));

export function insertSession(db: Database, row: NewSessionRow): Promise<SessionRow> {
  return stored(db.orm.insert(sessions).values(row).returning());
}

export function findSession(db: Database, id: number): Promise<SessionRow | undefined> {
  return first(db.orm.select().from(sessions).where(isLiving(id)));
}

/** The row, locked until the transaction ends: adding forms to a session and creating links for it are serialized. */
export function lockSession(db: Database, id: number): Promise<SessionRow | undefined> {
  return first(db.query('select * from sessions where id = $1 and not is_deleted for update', [id]));
}

export async function changeSession(
  db: Database,
  id: number,
  changes: Partial<NewSessionRow>,
): Promise<void> {
  await db.orm.update(sessions).set(changes).where(eq(sessions.id, id));
}

/** Adds an instant that is not there yet; true when it was added. */
export async function addPayment(db: Database, id: number, at: Date): Promise<boolean> {
  const rows = await db.orm
    .update(sessions)
    .set({ payment_received_at: sql`array_append(payment_received_at, ${at.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(sessions.id, id),
        sql`not ${at.toISOString()}::timestamptz = any(${sessions.payment_received_at})`,
      ),
    )
    .returning({ id: sessions.id });
  return rows.length > 0;
}
