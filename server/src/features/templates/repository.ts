import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { globalForms } from './schema.ts';

export type TemplateRow = typeof globalForms.$inferSelect;

export function listTemplates(db: Database): Promise<TemplateRow[]> {
  return db.orm
    .select()
    .from(globalForms)
    .orderBy(asc(globalForms.display_order), sql`lower(${globalForms.form_name_agent})`, asc(globalForms.id));
}

export async function findTemplate(db: Database, id: number): Promise<TemplateRow | undefined> {
  const [row] = await db.orm.select().from(globalForms).where(eq(globalForms.id, id));
  return row;
}

export async function findByLinkId(db: Database, formLinkId: string): Promise<TemplateRow | undefined> {
  if (formLinkId === '') return undefined;
  const [row] = await db.orm
    .select()
    .from(globalForms)
    .where(
      sql`lower(${globalForms.form_link_id}) = lower(${formLinkId}) and ${globalForms.form_link_id} <> ''`,
    );
  return row;
}
