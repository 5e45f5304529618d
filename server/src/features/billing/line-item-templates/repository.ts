import type { LineItemTemplate } from '@ledgerline/contract/line-item-templates/endpoints';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { lineItemTemplates } from './schema.ts';

const COLUMNS = {
  id: lineItemTemplates.id,
  name: lineItemTemplates.name,
  description: lineItemTemplates.description,
  unit_price_cents: lineItemTemplates.unit_price_cents,
  category: lineItemTemplates.category,
  is_active: lineItemTemplates.is_active,
};

export async function insertTemplate(
  db: Database,
  row: Omit<typeof lineItemTemplates.$inferInsert, 'id'>,
): Promise<LineItemTemplate> {
  const [inserted] = await db.orm.insert(lineItemTemplates).values(row).returning(COLUMNS);
  if (!inserted) throw new Error('the line item template was not stored');
  return inserted;
}

/** The row as it was; undefined when there was none. */
export async function removeTemplate(db: Database, id: number): Promise<LineItemTemplate | undefined> {
  const [removed] = await db.orm
    .delete(lineItemTemplates)
    .where(eq(lineItemTemplates.id, id))
    .returning(COLUMNS);
  return removed;
}
