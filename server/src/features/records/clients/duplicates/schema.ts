import type { MatchReason } from '@ledgerline/contract/clients/duplicates/endpoints';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, int8, refers } from '#platform/database/columns.ts';

/** Scans of all clients for likely duplicates, the current one last (decision 135). */
export const duplicateScans = pgTable(
  'duplicate_scans',
  {
    id: id(),
    /** Who requested it; null for the daily scan. */
    agent_id: refers(() => agents.id, 'set null'),
    started_at: instant().notNull(),
    /** The last heartbeat of its job. */
    progressed_at: instant().notNull(),
    finished_at: instant(),
    /** Clients are compared in the order of their ids; the last one that was. */
    after_id: int8().notNull().default(0),
    done_count: integer().notNull().default(0),
    total_count: integer().notNull(),
  },
  (table) => [index('duplicate_scans_agent').on(table.agent_id).where(sql`agent_id is not null`)],
);

/**
 * Two clients who may be one person. Without foreign keys: a pair is shown while both clients exist, so it disappears with a merge
 * and returns with its undo. Scans remove pairs that they no longer find.
 */
export const duplicatePairs = pgTable(
  'duplicate_pairs',
  {
    id: id(),
    /** The lower of the two ids. */
    one_id: int8().notNull(),
    other_id: int8().notNull(),
    score: integer().notNull(),
    reasons: jsonb().$type<MatchReason[]>().notNull(),
    /** A digest of the compared fields of both: a pair is suggested again once one of them changes. */
    compared: text().notNull(),
    /** The last scan that found it. */
    scan_id: int8().notNull(),
    dismissed_at: instant(),
    dismissed_by: refers(() => agents.id, 'set null'),
    dismissed_by_name: text(),
  },
  (table) => [
    uniqueIndex('duplicate_pairs_clients').on(table.one_id, table.other_id),
    index('duplicate_pairs_open').on(sql`"score" desc`, table.id).where(sql`"dismissed_at" is null`),
    index('duplicate_pairs_dismissed')
      .on(table.dismissed_at, table.id)
      .where(sql`"dismissed_at" is not null`),
    index('duplicate_pairs_agent').on(table.dismissed_by).where(sql`dismissed_by is not null`),
  ],
);
