import type { Database } from '#platform/database/database.ts';

/** One template is synced at a time: of two syncs at once the second finds the first one's row. */
export async function holdSync(db: Database): Promise<void> {
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

/**
 * Sets and takes away the mark of templates that the provider does not list; those whose mark changed. One that was not
 * known before the list was asked for may be newer than the list: another sync has brought it.
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
