import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Counters of fixed time windows, shared by every server. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  window_start: instant().notNull(),
  hits: integer().notNull(),
});
