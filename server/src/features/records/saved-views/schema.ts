import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, refers } from '#platform/database/columns.ts';

/** Views of lists (decision 125). A deleted view can be restored for 30 days. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    list: text().$type<SavedViewList>().notNull(),
    /** The agent for whom alone it is, and with whom it is deleted; null: it is shared. */
    private_to: refers(() => agents.id, 'cascade'),
    /** To whom it belongs; null: that agent was deleted. */
    agent_id: refers(() => agents.id, 'set null'),
    /** Name, state and columns as JSON, encrypted; null only within the transaction that creates the row. */
    content: text(),
    version: integer().notNull().default(1),
    changed_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    deleted_at: instant(),
  },
  (table) => [
    index('saved_views_list').on(table.list),
    index('saved_views_private').on(table.private_to),
    index('saved_views_agent').on(table.agent_id),
    index('saved_views_deleted').on(table.deleted_at).where(sql`deleted_at is not null`),
  ],
);

/** The views that an agent has pinned, in order. */
export const savedViewPins = pgTable(
  'saved_view_pins',
  {
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    view_id: refers(() => savedViews.id, 'cascade').notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.view_id] }),
    index('saved_view_pins_view').on(table.view_id),
  ],
);

/** The view with which a list opens for an agent. */
export const savedViewDefaults = pgTable(
  'saved_view_defaults',
  {
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    list: text().$type<SavedViewList>().notNull(),
    view_id: refers(() => savedViews.id, 'cascade').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.list] }),
    index('saved_view_defaults_view').on(table.view_id),
  ],
);
