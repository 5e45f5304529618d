import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/database/columns.ts';

/** The end of the period for which changes were requested from each e-signature provider. */
export const esignReconciles = pgTable('esign_reconciles', {
  provider: text().primaryKey(),
  asked_until: instant().notNull(),
});
