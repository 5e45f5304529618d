import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** Global form templates (0§3). Amounts are cents (decisions F8). */
export const globalForms = pgTable(
  'global_forms',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    type: text().notNull(),
    form_name_agent: text().notNull(),
    form_name_client: text().notNull(),
    form_link_id: text().notNull().default(''),
    folder_id: bigint({ mode: 'number' }),
    notes: text().notNull().default(''),
    base_cost: bigint({ mode: 'number' }).notNull().default(0),
    include_sales_tax: boolean().notNull().default(false),
    payment_frequency: text().notNull().default(''),
    merchant: text().notNull().default('BFS'),
    square_account: text().notNull().default('BFS'),
    display_order: integer().notNull().default(0),
    docusign_template_id: text(),
    envelope_id: text(),
    next_signer_role: text(),
    pending_advisor_signature: boolean().notNull().default(false),
    pending_client_signature: boolean().notNull().default(false),
    external_url: text(),
    itemized_costs: jsonb(),
    tab_metadata: jsonb(),
    created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    // Blank link ids never count as duplicates (decisions F14).
    uniqueIndex('global_forms_link_unique')
      .on(sql`lower(${table.form_link_id})`)
      .where(sql`form_link_id <> ''`),
    index('global_forms_folder').on(table.folder_id, table.display_order),
  ],
);
