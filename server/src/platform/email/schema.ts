import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '../database/columns.ts';

/**
 * Every email: queued with the work that caused it, sent by a job, kept as a log. `content` is ciphertext (it contains a secure
 * link) and is emptied once the email is sent.
 */
export const emailMessages = pgTable(
  'mail_messages',
  {
    id: id(),
    /** The Message-ID, so that a repeated send is recognized. */
    message_id: text().notNull(),
    kind: text().notNull(),
    to_address: text().notNull(),
    subject: text().notNull(),
    language: text().notNull(),
    /** What it is about, for the log: the title of a form or session, the number of an invoice. */
    about: text(),
    content: text(),
    status: text().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    error: text(),
    client_id: int8(),
    session_id: int8(),
    session_form_id: int8(),
    /** The secure link or the invoice that it contains. */
    link_id: int8(),
    invoice_id: int8(),
    /** Not sent from this instant on; null: no limit. */
    not_after: instant(),
    /** For a failed one: permanently rejected by the recipient's server, too late, or no mail server was connected. */
    failure: text().$type<'refused' | 'late' | 'unconnected'>(),
    created_by: int8(),
    created_at: instant().notNull(),
    sent_at: instant(),
  },
  (table) => [
    uniqueIndex('mail_messages_message_id_unique').on(table.message_id),
    index('mail_messages_client').on(table.client_id, table.id),
    index('mail_messages_client_time').on(table.client_id, table.created_at, table.id),
    index('mail_messages_link').on(table.link_id, table.id).where(sql`link_id is not null`),
    index('mail_messages_invoice').on(table.invoice_id, table.id).where(sql`invoice_id is not null`),
    index('mail_messages_queued').on(table.id).where(sql`status = 'queued'`),
  ],
);
