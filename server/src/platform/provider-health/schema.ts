import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** How the calls to each provider went lately; written at most every few seconds, so the times are about right. */
export const providerHealth = pgTable('provider_health', {
  part: text().primaryKey(),
  /** Which adapter it was: what another one did says nothing of this one. */
  name: text().notNull(),
  last_success_at: instant(),
  last_error_at: instant(),
  last_error: text(),
});
