import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** The recent outcomes of calls to each provider; written at most every few seconds, so the times are approximate. */
export const providerHealth = pgTable('provider_health', {
  part: text().primaryKey(),
  /** The adapter: the outcomes of another one say nothing about this one. */
  name: text().notNull(),
  last_success_at: instant(),
  last_error_at: instant(),
  last_error: text(),
});
