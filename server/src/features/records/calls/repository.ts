import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { clientCalls } from './schema.ts';

export type CallRow = typeof clientCalls.$inferSelect;

export function insertCall(db: Database, row: Omit<CallRow, 'id'>): Promise<CallRow> {
  return stored(db.orm.insert(clientCalls).values(row).returning());
}

/** The row, locked until the transaction ends. */
export function lockCall(db: Database, id: number): Promise<CallRow | undefined> {
  return first(db.orm.select().from(clientCalls).where(eq(clientCalls.id, id)).for('update'));
}

export async function changeCall(db: Database, id: number, changes: Partial<CallRow>): Promise<void> {
  await db.orm.update(clientCalls).set(changes).where(eq(clientCalls.id, id));
}

export async function removeCall(db: Database, id: number): Promise<void> {
  await db.orm.delete(clientCalls).where(eq(clientCalls.id, id));
}
