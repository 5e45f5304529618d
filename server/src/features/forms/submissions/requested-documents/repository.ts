import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { stored } from '#platform/database/rows.ts';
import { requestedDocuments, requestedFiles } from './schema.ts';

export type DocumentRow = typeof requestedDocuments.$inferSelect;
export type FileRow = typeof requestedFiles.$inferSelect;

export async function insertDocuments(
  db: Database,
  rows: (typeof requestedDocuments.$inferInsert)[],
): Promise<void> {
  await db.orm.insert(requestedDocuments).values(rows);
}

/** The documents of a request in their order, each with its files, oldest first. */
export async function listDocuments(
  db: Database,
  submissionId: number,
): Promise<(DocumentRow & { files: FileRow[] })[]> {
  const { session_form_id, order_index, id } = requestedDocuments;
  const isOfForm = eq(session_form_id, submissionId);
  const documents = await db.orm
    .select()
    .from(requestedDocuments)
    .where(isOfForm)
    .orderBy(asc(order_index), asc(id));
  const files = await listFiles(db, submissionId);
  return documents.map((document) => ({
    ...document,
    files: files.filter(({ requested_document_id }) => requested_document_id === document.id),
  }));
}

/** The files of a request that no agent has accepted. */
export async function listFiles(db: Database, submissionId: number): Promise<FileRow[]> {
  const rows = await db.orm
    .select({ file: requestedFiles })
    .from(requestedFiles)
    .innerJoin(requestedDocuments, eq(requestedDocuments.id, requestedFiles.requested_document_id))
    .where(eq(requestedDocuments.session_form_id, submissionId))
    .orderBy(asc(requestedFiles.id));
  return rows.map(({ file }) => file);
}

export async function changeDocument(
  db: Database,
  id: number,
  changes: Pick<DocumentRow, 'status' | 'reason'>,
): Promise<void> {
  await db.orm.update(requestedDocuments).set(changes).where(eq(requestedDocuments.id, id));
}

export function insertFile(db: Database, row: typeof requestedFiles.$inferInsert): Promise<FileRow> {
  return stored(db.orm.insert(requestedFiles).values(row).returning());
}

export async function findFile(db: Database, id: number): Promise<FileRow | undefined> {
  const [row] = await db.orm.select().from(requestedFiles).where(eq(requestedFiles.id, id));
  return row;
}

export async function removeFiles(db: Database, documentId: number, ids: number[]): Promise<void> {
  const { requested_document_id, id } = requestedFiles;
  await db.orm.delete(requestedFiles).where(and(eq(requested_document_id, documentId), inArray(id, ids)));
}
