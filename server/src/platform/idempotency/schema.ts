import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** The first response of every call with an Idempotency-Key (decisions K23, M7). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    owner: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer(),
    /** Encrypted: a JSON text. An object if written by a version that did not encrypt it. */
    answer: jsonb(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.key] }),
    index('idempotency_keys_age').on(table.created_at),
  ],
);
