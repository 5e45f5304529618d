import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { globalForms } from './schema.ts';

export type TemplateRow = typeof globalForms.$inferSelect;
export type NewTemplateRow = Omit<typeof globalForms.$inferInsert, 'id'>;

/** Without archived ones, unless requested. */
export function listTemplates(db: Database, withArchived: boolean): Promise<TemplateRow[]> {
  return db.orm
    .select()
    .from(globalForms)
    .where(withArchived ? undefined : isNull(globalForms.archived_at))
    .orderBy(asc(globalForms.display_order), sql`lower(${globalForms.form_name_agent})`, asc(globalForms.id));
}

export function findTemplate(db: Database, id: number): Promise<TemplateRow | undefined> {
  return first(db.orm.select().from(globalForms).where(eq(globalForms.id, id)));
}

/** The row, locked until the transaction ends. */
export function lockTemplate(db: Database, id: number): Promise<TemplateRow | undefined> {
  return first(db.orm.select().from(globalForms).where(eq(globalForms.id, id)).for('update'));
}

export async function findByLinkId(db: Database, formLinkId: string): Promise<TemplateRow | undefined> {
  if (formLinkId === '') return undefined;
  const { form_link_id } = globalForms;
  const isIt = sql`lower(${form_link_id}) = lower(${formLinkId}) and ${form_link_id} <> ''`;
  return first(db.orm.select().from(globalForms).where(isIt));
}

/** The template with this id of the provider, locked until the transaction ends. */
export function lockByProviderId(db: Database, providerId: string): Promise<TemplateRow | undefined> {
  const isIt = eq(globalForms.docusign_template_id, providerId);
  return first(db.orm.select().from(globalForms).where(isIt).for('update'));
}

/** Every link id in use that starts with this one. */
export async function listLinkIds(db: Database, start: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select lower(form_link_id) as id from global_forms where starts_with(lower(form_link_id), $1)',
    [start],
  );
  return rows.map(({ id }) => id);
}

export function insertTemplate(db: Database, row: NewTemplateRow): Promise<TemplateRow> {
  return stored(db.orm.insert(globalForms).values(row).returning());
}

export async function changeTemplate(
  db: Database,
  id: number,
  changes: Partial<NewTemplateRow>,
): Promise<void> {
  await db.orm.update(globalForms).set(changes).where(eq(globalForms.id, id));
}

/** The position after the last form of a folder; a folder of null contains the ungrouped ones. */
export async function nextDisplayOrder(db: Database, folderId: number | null): Promise<number> {
  const [row] = await db.query<{ next: number }>(
    `select coalesce(max(display_order), 0) + 1 as next
       from global_forms where folder_id is not distinct from $1::bigint`,
    [folderId],
  );
  return row?.next ?? 1;
}

export async function hasFolder(db: Database, folderId: number): Promise<boolean> {
  const rows = await db.query('select 1 from form_folders where id = $1 for key share', [folderId]);
  return rows.length > 0;
}

/** The current forms of one folder, locked until the transaction ends. */
export function lockFolder(
  db: Database,
  folderId: number | null,
): Promise<Pick<TemplateRow, 'id' | 'form_name_agent' | 'display_order'>[]> {
  return db.query(
    `select id, form_name_agent, display_order from global_forms
      where folder_id is not distinct from $1::bigint
      order by display_order, lower(form_name_agent), id for update`,
    [folderId],
  );
}

/** A position in the list is not a new version of a template: `updated_at` stays. */
export async function setDisplayOrders(
  db: Database,
  forms: readonly { id: number; display_order: number }[],
): Promise<void> {
  await db.query(
    `update global_forms g set display_order = n.display_order
       from unnest($1::bigint[], $2::int[]) as n (id, display_order)
      where g.id = n.id and g.display_order <> n.display_order`,
    [forms.map(({ id }) => id), forms.map(({ display_order }) => display_order)],
  );
}
