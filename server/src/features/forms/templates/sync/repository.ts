import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { archivedLibraryFiles, type SyncedDocument, templateSyncs } from '../schema.ts';

export type { SyncedDocument } from '../schema.ts';
export type SyncRow = typeof templateSyncs.$inferSelect;

/** How many finished syncs are retained. */
const RETAINED = 10;

export function findSync(db: Database, id: number): Promise<SyncRow | undefined> {
  return first(db.orm.select().from(templateSyncs).where(eq(templateSyncs.id, id)));
}

export function findLatestSync(db: Database): Promise<SyncRow | undefined> {
  return first(db.orm.select().from(templateSyncs).orderBy(desc(templateSyncs.id)).limit(1));
}

/** Starts are serialized until the transaction ends, so that only one sync runs. */
export async function lockStart(db: Database): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('templates.sync.start'))`);
}

export async function insertSync(
  db: Database,
  started: Pick<SyncRow, 'provider' | 'agent_id' | 'agent_name'>,
  now: Date,
): Promise<number> {
  const values = { ...started, state: 'running' as const, started_at: now, progressed_at: now };
  const [row] = await db.orm.insert(templateSyncs).values(values).returning({ id: templateSyncs.id });
  if (!row) throw new Error('a template sync was not stored');
  await db.query(
    'delete from template_syncs where id not in (select id from template_syncs order by id desc limit $1)',
    [RETAINED],
  );
  return row.id;
}

export async function changeSync(
  db: Database,
  id: number,
  changes: Partial<Omit<SyncRow, 'id'>>,
): Promise<void> {
  await db.orm.update(templateSyncs).set(changes).where(eq(templateSyncs.id, id));
}

/** Another agent waits for this sync: the row gets another version. */
export async function recordJoin(db: Database, id: number): Promise<void> {
  await db.query('update template_syncs set progressed_at = progressed_at where id = $1', [id]);
}

/** Differs after every update of the row. */
export async function syncVersion(db: Database, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ version: string }>(
    'select xmin::text as version from template_syncs where id = $1',
    [id],
  );
  return row?.version;
}

/** Records a finished document, once, while the sync is running. */
export async function addSyncedDocument(
  db: Database,
  id: number,
  document: SyncedDocument,
  now: Date,
): Promise<void> {
  await db.orm
    .update(templateSyncs)
    .set({
      documents: sql`${templateSyncs.documents} || ${JSON.stringify([document])}::jsonb`,
      progressed_at: now,
    })
    .where(
      sql`${templateSyncs.id} = ${id} and ${templateSyncs.state} = 'running'
          and not ${templateSyncs.documents} @> ${JSON.stringify([{ id: document.id }])}::jsonb`,
    );
}

/** Serializes the sync of templates: of two concurrent syncs the second finds the first one's row. */
export async function lockSync(db: Database): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('templates.sync'))`);
}

/** The version that the last sync saw of each template of the provider. */
export async function syncedVersions(db: Database, provider: string): Promise<Map<string, string | null>> {
  const rows = await db.arrays<[string, string | null]>(
    `select docusign_template_id, synced_version from global_forms
      where docusign_template_id is not null and template_provider = $1`,
    [provider],
  );
  return new Map(rows);
}

/** The archived files of the library. */
export async function listArchivedFiles(db: Database): Promise<Set<string>> {
  const rows = await db.orm.select({ id: archivedLibraryFiles.file_id }).from(archivedLibraryFiles);
  return new Set(rows.map(({ id }) => id));
}

/** Those of them that no template was created from: the others are still read, because forms use their templates. */
export async function listUnusedArchivedFiles(db: Database): Promise<Set<string>> {
  const rows = await db.arrays<[string]>(
    `select file_id from archived_library_files a
      where not exists (select from global_forms g where g.docusign_template_id = a.file_id)`,
  );
  return new Set(rows.map(([id]) => id));
}

/** True when it was not archived before. */
export async function archiveFile(db: Database, fileId: string, now: Date): Promise<boolean> {
  const values = { file_id: fileId, archived_at: now };
  return (
    (await db.orm.insert(archivedLibraryFiles).values(values).onConflictDoNothing().returning()).length > 0
  );
}

/** True when it was archived before. */
export async function restoreFile(db: Database, fileId: string): Promise<boolean> {
  const isFile = eq(archivedLibraryFiles.file_id, fileId);
  return (await db.orm.delete(archivedLibraryFiles).where(isFile).returning()).length > 0;
}

/**
 * Sets and clears the mark of templates that the provider does not list; returns those whose mark changed. One that was
 * unknown before the list was requested may be newer than the list, because another sync added it.
 */
export function markMissing(
  db: Database,
  provider: string,
  { listed, known }: { listed: readonly string[]; known: readonly string[] },
  now: Date,
): Promise<{ id: number; provider_missing_at: Date | null }[]> {
  return db.query(
    `update global_forms g set provider_missing_at = case when m.is_missing then $3::timestamptz end
       from (select id, template_provider <> $1 or docusign_template_id <> all($2::text[]) as is_missing
               from global_forms where docusign_template_id is not null and template_provider is not null
                and (template_provider <> $1 or docusign_template_id = any($2) or docusign_template_id = any($4))) m
      where m.id = g.id and m.is_missing <> (g.provider_missing_at is not null)
      returning g.id, g.provider_missing_at`,
    [provider, listed, now, known],
  );
}
