import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { flag, id, instant } from '#platform/database/columns.ts';

/** Received webhooks: every event once, processed by a job, parked when it cannot be. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: id(),
    port: text().$type<'payments' | 'esign'>().notNull().default('payments'),
    provider: text().notNull(),
    /** For payments: the merchant account; empty for e-signature. */
    square_account: text().notNull().default(''),
    event_id: text().notNull(),
    type: text().notNull(),
    /** What processing needs of the body, encrypted; without names and addresses. Cleared once the event is processed. */
    raw: text(),
    status: text().notNull().default('new'),
    attempts: integer().notNull().default(0),
    error: text(),
    note: text(),
    /** The provider's id of the invoice or envelope, as soon as it was read. */
    subject: text(),
    /** Whether it failed because of something that may still come: its invoice or envelope, or the provider itself. */
    is_waiting: flag(),
    received_at: instant().notNull(),
    /** When it was last queued, or tried. */
    queued_at: instant(),
    processed_at: instant(),
  },
  (table) => [
    uniqueIndex('provider_events_unique').on(table.provider, table.square_account, table.event_id),
    index('provider_events_status').on(table.status, table.id),
  ],
);
