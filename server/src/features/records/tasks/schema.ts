import type { TaskRepeat } from '@ledgerline/contract/rules';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { day, flag, id, instant, int8, refers } from '#platform/database/columns.ts';

const isOpen: SQL = sql.raw('"done_at" is null');
const isDone: SQL = sql.raw('"done_at" is not null');

/**
 * A task due on a date, for a client or for none; of a recurring task only one is open at a time (decision
 * 047).
 */
export const tasks = pgTable(
  'tasks',
  {
    id: id(),
    title: text().notNull(),
    client_id: refers(() => clients.id, 'cascade'),
    owner_agent_id: refers(() => agents.id, 'set null'),
    due_day: day().notNull(),
    /** '15:00'; '' for no time, which sorts first. */
    due_time: text().notNull().default(''),
    repeat: text().$type<TaskRepeat>(),
    /** The first date of its recurrence. */
    anchor_day: day().notNull(),
    sets_follow_up: flag(),
    /** The completed task that created this one. */
    previous_id: int8().references((): AnyPgColumn => tasks.id, { onDelete: 'set null' }),
    done_at: instant(),
    done_by: refers(() => agents.id, 'set null'),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    index('tasks_open').on(table.due_day, table.due_time, table.id).where(isOpen),
    index('tasks_open_of_owner')
      .on(table.owner_agent_id, table.due_day, table.due_time, table.id)
      .where(isOpen),
    index('tasks_search').using('gin', sql`fold_text("title") gin_trgm_ops`).where(isOpen),
    index('tasks_done').on(table.done_at, table.id).where(isDone),
    index('tasks_done_of_owner').on(table.owner_agent_id, table.done_at, table.id).where(isDone),
    index('tasks_of_client').on(table.client_id, table.due_day, table.due_time, table.id),
    uniqueIndex('tasks_previous_unique').on(table.previous_id),
  ],
);
