import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/database/columns.ts';

/** Up to when each e-signature provider was asked for changes. */
export const esignReconciles = pgTable('esign_reconciles', {
  provider: text().primaryKey(),
  asked_until: instant().notNull(),
});
