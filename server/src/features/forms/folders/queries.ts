import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Database } from '#platform/database/database.ts';

/** Folders in their order, each with its number of forms (decisions F7). */
export function listFolders(db: Database): Promise<Folder[]> {
  return db.query<Folder>(
    `select f.id, f.label, f.priority, count(g.id) as forms_count
       from form_folders f left join global_forms g on g.folder_id = f.id
      group by f.id order by f.priority, f.id`,
  );
}
