import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '#platform/database/columns.ts';

/** Folders of form templates; priority 1 is first (0§3). There is no row for forms without a folder (decisions F5). */
export const formFolders = pgTable(
  'form_folders',
  {
    id: id(),
    label: text().notNull(),
    priority: integer().notNull(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('form_folders_label_unique').on(sql`lower(${table.label})`)],
);
