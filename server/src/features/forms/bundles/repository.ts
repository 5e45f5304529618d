import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { stored } from '#platform/database/rows.ts';
import { bundles } from './schema.ts';

export interface BundleRow {
  id: number;
  name: string;
  /** Only of the bundles that still exist. */
  form_ids: number[];
}

/** Serializes changes of bundles, so that the check for duplicate names sees the committed state. */
export async function lockBundles(db: Database): Promise<void> {
  await db.query('lock table bundles in share row exclusive mode');
}

export function listBundleRows(db: Database): Promise<BundleRow[]> {
  return db.query(
    `select b.id, b.name,
            coalesce(array_agg(t.form_id order by t.form_id) filter (where t.form_id is not null), '{}') as form_ids
       from bundles b left join bundle_templates t on t.bundle_id = b.id
      group by b.id order by b.id`,
  );
}

export async function insertBundle(db: Database, name: string, now: Date): Promise<number> {
  const row = { name, created_at: now, updated_at: now };
  return (await stored(db.orm.insert(bundles).values(row).returning())).id;
}

export async function renameBundle(db: Database, id: number, name: string, now: Date): Promise<void> {
  await db.orm.update(bundles).set({ name, updated_at: now }).where(eq(bundles.id, id));
}

/** Replaces the templates of the bundle; a template that was deleted in the meantime loses its row. */
export async function setTemplates(
  db: Database,
  id: number,
  templates: readonly { id: number; name: string }[],
): Promise<void> {
  await db.query('delete from bundle_templates where bundle_id = $1', [id]);
  await db.query(
    `insert into bundle_templates (bundle_id, form_id, form_name)
     select $1, n.id, n.name from unnest($2::bigint[], $3::text[]) as n (id, name)`,
    [id, templates.map((template) => template.id), templates.map(({ name }) => name)],
  );
}

/** Its template rows and uses are deleted by the foreign keys. */
export async function removeBundle(db: Database, id: number): Promise<void> {
  await db.orm.delete(bundles).where(eq(bundles.id, id));
}

/** Bundles that no longer exist are skipped. */
export async function recordUses(
  db: Database,
  ids: readonly number[],
  agentId: number,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into bundle_uses (bundle_id, agent_id, used_at)
     select b.id, $2, $3 from (select id from bundles where id = any($1) order by id for key share) b
         on conflict (bundle_id, agent_id) do update set used_at = excluded.used_at`,
    [ids, agentId, now],
  );
}
