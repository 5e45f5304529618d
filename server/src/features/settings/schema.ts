import { bigint, boolean, integer, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';

/** The one row of global form settings (0§3). */
export const globalSettings = pgTable('global_settings', {
  only_row: boolean().primaryKey().default(true),
  default_form_expiration_days: integer().notNull().default(7),
  updated_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  updated_by: bigint({ mode: 'number' }).references(() => agents.id, { onDelete: 'set null' }),
});
