import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/**
 * What tells one installation from another: `key <id>` proves a field key and the token secret without giving them away,
 * `files` is the random name under which this database owns its file storage, `files place` the mark of the folder or bucket
 * where its files lie.
 */
export const installationMarks = pgTable('installation_marks', {
  name: text().primaryKey(),
  value: text().notNull(),
  created_at: instant().notNull().defaultNow(),
});
