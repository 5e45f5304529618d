import type { Database } from '#platform/database/database.ts';
import type { documents } from './schema.ts';

/**
 * A document with the name of the agent who uploaded it; null for documents of the product and of deleted
 * agents.
 */
export type DocumentRow = typeof documents.$inferSelect & { uploader: string | null };

function select(db: Database, condition: string, value: unknown): Promise<DocumentRow[]> {
  return db.query<DocumentRow>(
    `select d.*, a.first_name || ' ' || a.last_name as uploader
       from documents d left join agents a on a.id = d.uploaded_by
      where ${condition} order by d.uploaded_at desc, d.id desc`,
    [value],
  );
}

export function listOfClient(db: Database, clientId: number): Promise<DocumentRow[]> {
  return select(db, 'd.client_id = $1', clientId);
}

export function listOfSubmission(db: Database, sessionFormId: number): Promise<DocumentRow[]> {
  return select(db, 'd.session_form_id = $1', sessionFormId);
}

export function findDocuments(db: Database, ids: number[]): Promise<DocumentRow[]> {
  return select(db, 'd.id = any($1::bigint[])', ids);
}
