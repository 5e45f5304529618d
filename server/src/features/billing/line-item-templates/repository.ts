import type { LineItemTemplate } from '@ledgerline/contract/line-item-templates/endpoints';
import { eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { lineItemTemplates } from './schema.ts';

const { created_at: _, ...COLUMNS } = getTableColumns(lineItemTemplates);

export function insertTemplate(
  db: Database,
  row: Omit<typeof lineItemTemplates.$inferInsert, 'id'>,
): Promise<LineItemTemplate> {
  return stored(db.orm.insert(lineItemTemplates).values(row).returning(COLUMNS));
}

/** The row before the change; undefined when there was none. */
export function removeTemplate(db: Database, id: number): Promise<LineItemTemplate | undefined> {
  return first(db.orm.delete(lineItemTemplates).where(eq(lineItemTemplates.id, id)).returning(COLUMNS));
}
