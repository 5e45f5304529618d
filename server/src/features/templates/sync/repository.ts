import type { Database } from '#platform/database/database.ts';

/** One template is synced at a time: of two syncs at once the second finds the first one's row. */
export async function holdSync(db: Database): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('templates.sync'))`);
}

/** The version that the last sync saw of each template of the provider. */
export async function syncedVersions(db: Database): Promise<Map<string, string | null>> {
  const rows = await db.arrays<[string, string | null]>(
    'select docusign_template_id, synced_version from global_forms where docusign_template_id is not null',
  );
  return new Map(rows);
}
