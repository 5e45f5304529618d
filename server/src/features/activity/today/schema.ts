import type { TodayKind } from '@ledgerline/contract/rules';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { day, flag, instant, int8, refers } from '#platform/database/columns.ts';

/**
 * What agents said of a line of Today: put off, or handed over. The lines themselves are made from what is true; a mark
 * counts while its line has the day it was seen with (decision 049).
 */
export const todayMarks = pgTable(
  'today_marks',
  {
    kind: text().$type<TodayKind>().notNull(),
    /** What the line is of: its kind says of which table. */
    subject_id: int8().notNull(),
    due_day: day().notNull(),
    /** Not shown before this day. */
    hidden_until: day(),
    is_handed_over: flag(),
    /** Of a line that was handed over: to whom; null to nobody. */
    owner_agent_id: refers(() => agents.id, 'set null'),
    set_by: refers(() => agents.id, 'set null'),
    updated_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject_id] })],
);

/** Owners who want the list of the first day no more (decision 054). */
export const gettingStartedDismissals = pgTable('first_day_dismissals', {
  agent_id: refers(() => agents.id, 'cascade').primaryKey(),
  dismissed_at: instant().notNull(),
});
