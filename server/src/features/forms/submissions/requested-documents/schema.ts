import type { RequestedDocumentStatus } from '@ledgerline/contract/rules';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessionForms } from '#features/forms/submissions/schema.ts';
import { id, instant, int8, refers } from '#platform/database/columns.ts';

/** The documents that a form of the type `Documents` requests (decision 112). */
export const requestedDocuments = pgTable(
  'requested_documents',
  {
    id: id(),
    session_form_id: refers(() => sessionForms.id, 'cascade').notNull(),
    name: text().notNull(),
    notes: text().notNull().default(''),
    /** The folder of the client's documents that the files go to when an agent accepts them. */
    folder: text().notNull(),
    status: text().$type<RequestedDocumentStatus>().notNull().default('open'),
    /** Why an agent needs another file. */
    reason: text().notNull().default(''),
    order_index: integer().notNull(),
  },
  (table) => [index('requested_documents_form').on(table.session_form_id, table.order_index)],
);

/** What a client has added to a requested document, until an agent decides about it. The files are in the storage. */
export const requestedFiles = pgTable(
  'requested_files',
  {
    id: id(),
    requested_document_id: refers(() => requestedDocuments.id, 'cascade').notNull(),
    file_name: text().notNull(),
    storage_key: text().notNull(),
    file_size: int8().notNull(),
    mime_type: text().notNull(),
    sha256: text().notNull(),
    uploaded_at: instant().notNull(),
  },
  (table) => [
    index('requested_files_document').on(table.requested_document_id, table.id),
    uniqueIndex('requested_files_storage_key_unique').on(table.storage_key),
  ],
);
