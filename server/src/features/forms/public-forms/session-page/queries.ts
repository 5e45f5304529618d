import type { Database } from '#platform/database/database.ts';

/** A stored file that belongs to a session's form: the signed document, an attachment, or a preview of its template. */
export interface SessionFile {
  session_form_id: number;
  kind: 'signed' | 'attached' | 'preview';
  key: string;
  name: string;
  mime_type: string;
}

/** The files of a session's forms: documents newest first, previews in the order they were added. */
export function listFiles(db: Database, sessionId: number): Promise<SessionFile[]> {
  return db.query(
    `select * from (
       select s.id as session_form_id, case when d.signed then 'signed' else 'attached' end as kind,
              d.storage_key as key, d.file_name as name, d.mime_type, -d.id as position
         from session_forms s join documents d on d.session_form_id = s.id where s.session_id = $1
       union all
       select s.id, 'preview', p.storage_key, p.file_name, p.mime_type, p.id
         from session_forms s join global_form_documents p on p.form_id = s.form_id where s.session_id = $1) f
      order by session_form_id, position`,
    [sessionId],
  );
}
