import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessionForms } from '#features/forms/submissions/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { flag, instant, int8, refers } from '#platform/database/columns.ts';

/**
 * Documents of clients (0§3): uploaded ones, and the finished PDF of each signed form. While a form has no
 * client, neither do its documents. The file is in the storage under `storage_key`.
 */
export const documents = pgTable(
  'documents',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    client_id: refers(() => clients.id, 'restrict'),
    session_form_id: refers(() => sessionForms.id, 'set null'),
    file_name: text().notNull(),
    storage_key: text().notNull(),
    file_size: int8().notNull(),
    mime_type: text().notNull(),
    sha256: text().notNull(),
    status: text().notNull().default(''),
    folder: text().notNull().default('uncategorized'),
    signed: flag(),
    /**
     * The finished PDF of a signed form. Agents can change `signed`; this flag is set by the product and
     * never changes.
     */
    is_sealed: flag(),
    notes: text().notNull().default(''),
    uploaded_by: refers(() => agents.id, 'set null'),
    uploaded_at: instant().notNull(),
  },
  (table) => [
    index('documents_client').on(table.client_id, table.id),
    index('documents_search').using('gin', sql`fold_text("file_name") gin_trgm_ops`),
    index('documents_submission').on(table.session_form_id),
    uniqueIndex('documents_storage_key_unique').on(table.storage_key),
  ],
);
