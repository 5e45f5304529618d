import { bigint, boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Lines kept for reuse (1§3). */
export const lineItemTemplates = pgTable(
  'line_item_templates',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    description: text().notNull(),
    unit_price_cents: bigint({ mode: 'number' }).notNull(),
    category: text().notNull().default('General'),
    is_active: boolean().notNull().default(true),
    created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [index('line_item_templates_category').on(table.category, table.name)],
);
