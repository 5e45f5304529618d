import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Counters of fixed time windows, shared by every server. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  window_start: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  hits: integer().notNull(),
});
