import { eq, inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { documents } from './schema.ts';

export type NewDocumentRow = Omit<typeof documents.$inferInsert, 'id'>;
export type AddedDocument = Omit<NewDocumentRow, 'uploaded_at'> &
  Partial<Pick<NewDocumentRow, 'uploaded_at'>>;

export async function insertDocuments(db: Database, rows: NewDocumentRow[]): Promise<number[]> {
  const inserted = await db.orm.insert(documents).values(rows).returning({ id: documents.id });
  return inserted.map(({ id }) => id);
}

export async function changeDocument(
  db: Database,
  id: number,
  changes: Partial<NewDocumentRow>,
): Promise<void> {
  await db.orm.update(documents).set(changes).where(eq(documents.id, id));
}

export async function removeDocuments(db: Database, ids: number[]): Promise<void> {
  await db.orm.delete(documents).where(inArray(documents.id, ids));
}

/** Moves the documents of a form to a client, or to none; returns the ids of those that moved. */
export async function moveToClient(
  db: Database,
  sessionFormId: number,
  clientId: number | null,
): Promise<number[]> {
  const moved = await db.query<{ id: number }>(
    `update documents set client_id = $2
      where session_form_id = $1 and client_id is distinct from $2 returning id`,
    [sessionFormId, clientId],
  );
  return moved.map(({ id }) => id);
}
