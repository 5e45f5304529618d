import type { NeedToKnow } from '@ledgerline/contract/rules';
import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '#platform/database/columns.ts';

/** Agents who see each other's clients (decision 071). */
export const teams = pgTable(
  'teams',
  { id: id(), name: text().notNull(), created_at: instant().notNull() },
  (table) => [uniqueIndex('teams_name_unique').on(sql`lower(${table.name})`)],
);

/** The single row of the client access setting, once an owner has set it. */
export const needToKnow = pgTable('need_to_know', {
  only_row: boolean().primaryKey().default(true),
  sees: text().$type<NeedToKnow>().notNull(),
  updated_at: instant().notNull(),
});
