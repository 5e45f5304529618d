import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { flag, id, instant } from '#platform/database/columns.ts';

/** The webhook inbox: every event once, processed by a job, parked when it cannot be. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: id(),
    port: text().$type<'payments' | 'esign'>().notNull().default('payments'),
    provider: text().notNull(),
    /** Of payments: the merchant account; empty for e-signature. */
    square_account: text().notNull().default(''),
    event_id: text().notNull(),
    type: text().notNull(),
    /** The body as it came, sealed: it names clients. Emptied once the event is processed. */
    raw: text(),
    status: text().notNull().default('new'),
    attempts: integer().notNull().default(0),
    error: text(),
    note: text(),
    /** The provider's id of the invoice or envelope, as soon as it was read. */
    subject: text(),
    /** Whether it failed for want of something that may come: its invoice or envelope, or the provider itself. */
    is_waiting: flag(),
    received_at: instant().notNull(),
    /** When it was last handed to the queue, or tried. */
    queued_at: instant(),
    processed_at: instant(),
  },
  (table) => [
    uniqueIndex('provider_events_unique').on(table.provider, table.square_account, table.event_id),
    index('provider_events_status').on(table.status, table.id),
  ],
);
