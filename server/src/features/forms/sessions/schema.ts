import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { flag, instant, int8, refers } from '#platform/database/columns.ts';

/** Sessions: named sets of forms of one client (1§3). The status is derived from the forms and never stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    client_id: refers(() => clients.id, 'restrict').notNull(),
    session_type: text().notNull(),
    client_title: text().notNull().default(''),
    passcode_hash: text(),
    notes: text().notNull().default(''),
    client_last_viewed_at: instant(),
    payment_received_at: instant().array().notNull().default(sql`'{}'`),
    is_deleted: flag(),
    deleted_at: instant(),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    index('sessions_client').on(table.client_id, table.id),
    index('sessions_search')
      .using('gin', sql`fold_text("session_type") gin_trgm_ops`)
      .where(sql`not is_deleted`),
  ],
);
