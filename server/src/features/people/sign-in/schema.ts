import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, refers } from '#platform/database/columns.ts';

/** One row per sign-in; a token without a live row is refused. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    address: text(),
    /** How the browser names itself, shortened; null where it does not, and of sign-ins of before this was kept. */
    user_agent: text(),
    /** To the minute; null of sign-ins of before this was kept, until they are used. */
    last_used_at: instant(),
    /** When the agent last proved that it is he: by signing in, or with `prove` (decision 058). */
    proved_at: instant().notNull().defaultNow(),
  },
  (table) => [index('sign_ins_agent').on(table.agent_id)],
);
