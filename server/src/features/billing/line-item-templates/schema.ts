import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '#platform/database/columns.ts';

/** Reusable invoice lines (1§3). */
export const lineItemTemplates = pgTable(
  'line_item_templates',
  {
    id: id(),
    name: text().notNull(),
    description: text().notNull(),
    unit_price_cents: int8().notNull(),
    category: text().notNull().default('General'),
    is_active: boolean().notNull().default(true),
    created_at: instant().notNull(),
  },
  (table) => [index('line_item_templates_category').on(table.category, table.name)],
);
