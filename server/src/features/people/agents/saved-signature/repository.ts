import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { savedSignatures } from '../schema.ts';

export type SavedSignatureRow = typeof savedSignatures.$inferSelect;

export function findSignature(db: Database, agentId: number): Promise<SavedSignatureRow | undefined> {
  return first(db.orm.select().from(savedSignatures).where(eq(savedSignatures.agent_id, agentId)));
}

export async function insertSignature(
  db: Database,
  input: Omit<SavedSignatureRow, 'id' | 'image'>,
): Promise<number> {
  const inserted = db.orm.insert(savedSignatures).values(input).returning({ id: savedSignatures.id });
  return (await stored(inserted)).id;
}

export async function changeImage(db: Database, id: number, image: string): Promise<void> {
  await db.orm.update(savedSignatures).set({ image }).where(eq(savedSignatures.id, id));
}

/** Returns whether there was one. */
export async function deleteSignature(db: Database, agentId: number): Promise<boolean> {
  const rows = await db.orm
    .delete(savedSignatures)
    .where(eq(savedSignatures.agent_id, agentId))
    .returning({ id: savedSignatures.id });
  return rows.length > 0;
}
