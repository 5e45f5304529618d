import type { ErrorCode } from '@ledgerline/contract/errors';
import { DEFAULT_ACCOUNT, type ReminderMode } from '@ledgerline/contract/rules';
import { clientNameFields } from '@ledgerline/contract/submissions/form-names';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { formFolders } from '#features/forms/folders/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { flag, id, instant, int8, refers } from '#platform/database/columns.ts';

/** Global form templates (0§3). Amounts are cents (decisions F8). */
export const globalForms = pgTable(
  'global_forms',
  {
    id: id(),
    type: text().notNull(),
    form_name_agent: text().notNull(),
    form_name_client: text().notNull(),
    /** What clients read in other languages; '' where the English name is used. */
    ...clientNameFields(() => text().notNull().default('')),
    form_link_id: text().notNull().default(''),
    folder_id: refers(() => formFolders.id, 'set null'),
    notes: text().notNull().default(''),
    base_cost: int8().notNull().default(0),
    include_sales_tax: flag(),
    payment_frequency: text().notNull().default(''),
    merchant: text().notNull().default(DEFAULT_ACCOUNT),
    square_account: text().notNull().default(DEFAULT_ACCOUNT),
    display_order: integer().notNull().default(0),
    docusign_template_id: text(),
    /** The provider of that template; null where it was entered by hand and never synced. */
    template_provider: text(),
    /** Since when the provider no longer lists it. */
    provider_missing_at: instant(),
    /** The version of the provider's template that the last sync saw; previews are fetched again when it changes. */
    synced_version: text(),
    envelope_id: text(),
    next_signer_role: text(),
    pending_advisor_signature: flag(),
    pending_client_signature: flag(),
    external_url: text(),
    /** How clients are reminded of its forms (decision 051); null for the brokerage's default. */
    reminders_mode: text().$type<ReminderMode>().notNull().default('default'),
    reminders_first_days: integer(),
    reminders_every_days: integer(),
    reminders_most: integer(),
    itemized_costs: jsonb(),
    tab_metadata: jsonb(),
    /** Hidden from lists and choices since then. */
    archived_at: instant(),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
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

/** Preview documents of a template; for a PDF template, the form itself (0§3). Files are in the storage. */
export const globalFormDocuments = pgTable(
  'global_form_documents',
  {
    id: id(),
    form_id: refers(() => globalForms.id, 'cascade').notNull(),
    file_name: text().notNull(),
    storage_key: text().notNull(),
    file_size: int8().notNull(),
    mime_type: text().notNull(),
    page_count: integer(),
    folder: text(),
    notes: text().notNull().default(''),
    source: text().notNull().default('upload'),
    uploaded_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
  },
  (table) => [
    index('global_form_documents_form').on(table.form_id, table.id),
    uniqueIndex('global_form_documents_storage_key_unique').on(table.storage_key),
  ],
);

/** Files of the built-in provider's library that create no new template; the files are in a folder (decision 119). */
export const archivedLibraryFiles = pgTable('archived_library_files', {
  /** The library's id for the file, which follows from its name. */
  file_id: text().primaryKey(),
  archived_at: instant().notNull(),
});

/** Runs of the template sync; only the newest are retained, and at most one is running. */
export const templateSyncs = pgTable('template_syncs', {
  id: id(),
  provider: text().notNull(),
  state: text().$type<'running' | 'done' | 'failed'>().notNull(),
  agent_id: refers(() => agents.id, 'set null'),
  agent_name: text().notNull(),
  total_count: integer(),
  documents: jsonb().$type<SyncedDocument[]>().notNull().default([]),
  /** The code of the error that ended it. */
  error: text().$type<ErrorCode>(),
  started_at: instant().notNull(),
  progressed_at: instant().notNull(),
  finished_at: instant(),
});

/** A document of the provider that a sync has finished. */
export interface SyncedDocument {
  /** The provider's id for it. */
  id: string;
  name: string;
  outcome: 'synced' | 'unchanged' | 'failed';
  message: string | null;
  has_new_previews: boolean;
  /** The provider no longer has it, or it cannot be used in its current state. */
  is_unusable: boolean;
}
