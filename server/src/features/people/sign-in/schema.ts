import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';

/** One row per sign-in; a token without a live row is refused. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    agent_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    expires_at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    revoked_at: timestamp({ withTimezone: true, mode: 'date' }),
    address: text(),
  },
  (table) => [index('sign_ins_agent').on(table.agent_id)],
);
