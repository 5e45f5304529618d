import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { instant, refers } from '#platform/database/columns.ts';

/** The feed URL of each agent's calendar; only the hash of its token is stored (decision 053). */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    agent_id: refers(() => agents.id, 'cascade').primaryKey(),
    token_fingerprint: text().notNull(),
    created_at: instant().notNull(),
    last_fetched_at: instant(),
  },
  (table) => [uniqueIndex('calendar_feeds_token_unique').on(table.token_fingerprint)],
);
