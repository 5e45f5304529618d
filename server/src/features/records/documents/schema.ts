import { bigint, boolean, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessionForms } from '#features/forms/submissions/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';

/**
 * Documents of clients (0§3): uploaded ones, and the finished PDF of each signed form. A form that is no client's yet has
 * a document without one. The file is in the storage under `storage_key`.
 */
export const documents = pgTable(
  'documents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    client_id: bigint({ mode: 'number' }).references(() => clients.id, { onDelete: 'restrict' }),
    session_form_id: bigint({ mode: 'number' }).references(() => sessionForms.id, { onDelete: 'set null' }),
    file_name: text().notNull(),
    storage_key: text().notNull(),
    file_size: bigint({ mode: 'number' }).notNull(),
    mime_type: text().notNull(),
    sha256: text().notNull(),
    status: text().notNull().default(''),
    folder: text().notNull().default('uncategorized'),
    signed: boolean().notNull().default(false),
    /** The finished PDF of a signed form. `signed` is an agent's word and changes; this is ours and stays. */
    is_sealed: boolean().notNull().default(false),
    notes: text().notNull().default(''),
    uploaded_by: bigint({ mode: 'number' }).references(() => agents.id, { onDelete: 'set null' }),
    uploaded_at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    index('documents_client').on(table.client_id, table.id),
    index('documents_submission').on(table.session_form_id),
    uniqueIndex('documents_storage_key_unique').on(table.storage_key),
  ],
);
