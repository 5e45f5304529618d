import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { globalFormDocuments } from '../schema.ts';

export type TemplateDocumentRow = typeof globalFormDocuments.$inferSelect;
export type NewTemplateDocument = Omit<typeof globalFormDocuments.$inferInsert, 'id'>;

export function listDocuments(db: Database, formId: number): Promise<TemplateDocumentRow[]> {
  return db.orm
    .select()
    .from(globalFormDocuments)
    .where(eq(globalFormDocuments.form_id, formId))
    .orderBy(asc(globalFormDocuments.id));
}

export function findDocument(
  db: Database,
  formId: number,
  id: number,
): Promise<TemplateDocumentRow | undefined> {
  const isIt = and(eq(globalFormDocuments.form_id, formId), eq(globalFormDocuments.id, id));
  return first(db.orm.select().from(globalFormDocuments).where(isIt));
}

export async function insertDocuments(
  db: Database,
  rows: NewTemplateDocument[],
): Promise<TemplateDocumentRow[]> {
  if (rows.length === 0) return [];
  const inserted = await db.orm.insert(globalFormDocuments).values(rows).returning();
  return inserted.sort((a, b) => a.id - b.id);
}

export async function removeDocuments(db: Database, ids: number[]): Promise<void> {
  await db.orm.delete(globalFormDocuments).where(inArray(globalFormDocuments.id, ids));
}
