import type { Relation } from '@ledgerline/contract/rules/households';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { id, instant, refers } from '#platform/database/columns.ts';

/**
 * Clients who are family: one row for both directions. A merge may leave a row between a client and itself, or two rows of
 * one pair: they are not shown, and its undo needs them (decision 134).
 */
export const clientLinks = pgTable(
  'client_links',
  {
    id: id(),
    client_id: refers(() => clients.id, 'cascade').notNull(),
    relative_id: refers(() => clients.id, 'cascade').notNull(),
    /** What the relative is to the client. */
    relation: text().$type<Relation>().notNull(),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
  },
  (table) => [
    index('client_links_client').on(table.client_id),
    index('client_links_relative').on(table.relative_id),
  ],
);
