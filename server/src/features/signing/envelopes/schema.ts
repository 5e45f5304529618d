import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Up to when each e-signature provider was asked for changes. */
export const esignReconciles = pgTable('esign_reconciles', {
  provider: text().primaryKey(),
  asked_until: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
});
