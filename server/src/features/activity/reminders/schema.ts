import type { ReminderReason } from '@ledgerline/contract/rules';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { invoices } from '#features/billing/invoice-store/schema.ts';
import { secureLinks } from '#features/forms/secure-links/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { flag, id, instant, int8, refers } from '#platform/database/columns.ts';

/**
 * The reminders of one link or one invoice (decision 051). A trigger starts a series with the email that contains the link
 * (begin_reminders), so the code that emails a link or an invoice does not depend on reminders.
 */
export const reminderSeries = pgTable(
  'reminder_series',
  {
    id: id(),
    client_id: refers(() => clients.id, 'cascade').notNull(),
    link_id: refers(() => secureLinks.id, 'cascade'),
    invoice_id: refers(() => invoices.id, 'cascade'),
    state: text().$type<'active' | 'paused' | 'stopped'>().notNull().default('active'),
    /** Why it was stopped. */
    reason: text().$type<ReminderReason>(),
    started_at: instant().notNull(),
    /** Whether the last email that an agent sent of it went to the client's address at that time. */
    to_own_address: flag(),
    /** What was emailed of an invoice, and what was refunded by then (invoice_as_mailed): after a change it must be sent again first. */
    mailed_as: text(),
    /** When the next one is sent, as of the last check; null: none, or not checked yet. */
    due_at: instant(),
    looked_at: instant(),
  },
  (table) => [
    uniqueIndex('reminder_series_link_unique').on(table.link_id).where(sql`state <> 'stopped'`),
    uniqueIndex('reminder_series_invoice_unique').on(table.invoice_id).where(sql`state <> 'stopped'`),
    index('reminder_series_link').on(table.link_id, table.id),
    index('reminder_series_invoice').on(table.invoice_id, table.id),
    index('reminder_series_client').on(table.client_id, table.id),
    index('reminder_series_due').on(table.due_at).where(sql`state = 'active'`),
    index('reminder_series_looked').on(table.looked_at).where(sql`state = 'active'`),
  ],
);

/** Each number of a series is sent once: claiming it queues its email in the same transaction. */
export const remindersSent = pgTable(
  'reminders_sent',
  {
    series_id: refers(() => reminderSeries.id, 'cascade').notNull(),
    number: integer().notNull(),
    mail_id: int8().notNull(),
    sent_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.series_id, table.number] })],
);
