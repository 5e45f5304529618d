import type { Database } from '../database/database.ts';

/**
 * Every column that references a stored file; a test keeps the list complete. A file that none of them references has no owner,
 * and the sweep removes it: a new column must be listed here before its first file is stored.
 */
export const FILE_COLUMNS = [
  { table: 'documents', column: 'storage_key' },
  { table: 'requested_files', column: 'storage_key' },
  { table: 'global_form_documents', column: 'storage_key' },
  { table: 'esign_envelopes', column: 'template_key' },
  { table: 'esign_envelopes', column: 'sealed_key' },
  { table: 'audit_archives', column: 'storage_key' },
] as const;

/** Folders of the storage whose files are all referenced by those columns. Files elsewhere are never swept. */
export const REFERENCED_FOLDERS = ['documents', 'templates', 'esign', 'audit'] as const;
export type ReferencedFolder = (typeof REFERENCED_FOLDERS)[number];

/** The keys that no row references. */
export async function findUnreferenced(db: Database, keys: readonly string[]): Promise<string[]> {
  const missing = FILE_COLUMNS.map(
    ({ table, column }) => `not exists (select from "${table}" where "${column}" = key)`,
  );
  const rows = await db.query<{ key: string }>(
    `select key from unnest($1::text[]) as key where ${missing.join(' and ')}`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/** The newest files that rows reference, up to a limit per column; a database of an earlier version lacks some columns. */
export async function newestReferenced(db: Database, limit: number): Promise<string[]> {
  const present = await db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const existing = new Set(present.map(({ name }) => name));
  const keys: string[] = [];
  for (const { table, column } of FILE_COLUMNS) {
    if (!existing.has(`${table}.${column}`)) continue;
    const rows = await db.query<{ key: string }>(
      `select "${column}" as key from "${table}" where "${column}" is not null order by id desc limit $1`,
      [limit],
    );
    keys.push(...rows.map(({ key }) => key));
  }
  return keys;
}
