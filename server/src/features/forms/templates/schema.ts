import { DEFAULT_ACCOUNT } from '@ledgerline/contract/rules';
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
import { formFolders } from '#features/forms/folders/schema.ts';
import { agents } from '#features/people/agents/schema.ts';

/** Global form templates (0§3). Amounts are cents (decisions F8). */
export const globalForms = pgTable(
  'global_forms',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    type: text().notNull(),
    form_name_agent: text().notNull(),
    form_name_client: text().notNull(),
    /** What clients read in Spanish and Portuguese; '' where it is the English name. */
    form_name_client_es: text().notNull().default(''),
    form_name_client_pt: text().notNull().default(''),
    form_link_id: text().notNull().default(''),
    folder_id: bigint({ mode: 'number' }).references(() => formFolders.id, { onDelete: 'set null' }),
    notes: text().notNull().default(''),
    base_cost: bigint({ mode: 'number' }).notNull().default(0),
    include_sales_tax: boolean().notNull().default(false),
    payment_frequency: text().notNull().default(''),
    merchant: text().notNull().default(DEFAULT_ACCOUNT),
    square_account: text().notNull().default(DEFAULT_ACCOUNT),
    display_order: integer().notNull().default(0),
    docusign_template_id: text(),
    /** Whose template that is; null where it was typed in and never synced. */
    template_provider: text(),
    /** Since when the provider no longer lists it. */
    provider_missing_at: timestamp({ withTimezone: true, mode: 'date' }),
    /** The version of the provider's template that the last sync saw; previews are fetched again when it changes. */
    synced_version: text(),
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
    uniqueIndex('global_forms_provider_template_unique').on(table.docusign_template_id),
    index('global_forms_folder').on(table.folder_id, table.display_order),
  ],
);

/** Preview documents of a template; of a PDF template, the form itself (0§3). Files are in the storage. */
export const globalFormDocuments = pgTable(
  'global_form_documents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    form_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => globalForms.id, { onDelete: 'cascade' }),
    file_name: text().notNull(),
    storage_key: text().notNull(),
    file_size: bigint({ mode: 'number' }).notNull(),
    mime_type: text().notNull(),
    page_count: integer(),
    folder: text(),
    notes: text().notNull().default(''),
    source: text().notNull().default('upload'),
    uploaded_by: bigint({ mode: 'number' }).references(() => agents.id, { onDelete: 'set null' }),
    created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    index('global_form_documents_form').on(table.form_id, table.id),
    uniqueIndex('global_form_documents_storage_key_unique').on(table.storage_key),
  ],
);
