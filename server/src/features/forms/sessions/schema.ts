import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** Sessions: named bundles of forms of one client (1§3). The status is derived from the forms and never stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    client_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => clients.id, { onDelete: 'restrict' }),
    session_type: text().notNull(),
    passcode_hash: text(),
    notes: text().notNull().default(''),
    client_last_viewed_at: instant(),
    payment_received_at: timestamp({ withTimezone: true, mode: 'date' }).array().notNull().default(sql`'{}'`),
    is_deleted: boolean().notNull().default(false),
    deleted_at: instant(),
    created_by: bigint({ mode: 'number' }).references(() => agents.id, { onDelete: 'set null' }),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [index('sessions_client').on(table.client_id, table.id)],
);
