import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/**
 * What identifies an installation: `key <id>` verifies a field key and the token secret without revealing them, `files` is the
 * random name under which this database owns its file storage, `files place` the mark of the folder or bucket that contains its
 * files.
 */
export const installationMarks = pgTable('installation_marks', {
  name: text().primaryKey(),
  value: text().notNull(),
  created_at: instant().notNull().defaultNow(),
});
