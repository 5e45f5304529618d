import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { stored } from '#platform/database/rows.ts';
import { formFolders } from './schema.ts';

export type FolderRow = typeof formFolders.$inferSelect;

/** Serializes changes of folders, so that names and priorities are checked against the committed state. */
export async function lockFolders(db: Database): Promise<void> {
  await db.query('lock table form_folders in share row exclusive mode');
}

export function listFolderRows(db: Database): Promise<FolderRow[]> {
  return db.orm
    .select(getTableColumns(formFolders))
    .from(formFolders)
    .orderBy(asc(formFolders.priority), asc(formFolders.id));
}

export async function insertFolder(
  db: Database,
  row: Omit<typeof formFolders.$inferInsert, 'id'>,
): Promise<number> {
  return (await stored(db.orm.insert(formFolders).values(row).returning())).id;
}

export async function renameFolder(db: Database, id: number, label: string): Promise<void> {
  await db.orm.update(formFolders).set({ label }).where(eq(formFolders.id, id));
}

/** Its forms lose their folder by the foreign key. */
export async function removeFolder(db: Database, id: number): Promise<void> {
  await db.orm.delete(formFolders).where(eq(formFolders.id, id));
}

export async function setPriorities(
  db: Database,
  folders: readonly { id: number; priority: number }[],
): Promise<void> {
  await db.query(
    `update form_folders f set priority = n.priority
       from unnest($1::bigint[], $2::int[]) as n (id, priority)
      where f.id = n.id and f.priority <> n.priority`,
    [folders.map(({ id }) => id), folders.map(({ priority }) => priority)],
  );
}
