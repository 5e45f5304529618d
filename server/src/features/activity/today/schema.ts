import type { TodayKind } from '@ledgerline/contract/rules';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { day, flag, id, instant, int8, refers } from '#platform/database/columns.ts';

/**
 * What agents set for an item of Today: snoozed or reassigned. The items themselves are derived from current data; a mark applies while its
 * item has the due date it was seen with (decision 049).
 */
export const todayMarks = pgTable(
  'today_marks',
  {
    id: id(),
    kind: text().$type<TodayKind>().notNull(),
    /** The id of the subject; the kind determines its table. */
    subject_id: int8().notNull(),
    due_day: day().notNull(),
    /** Hidden until this day. */
    hidden_until: day(),
    is_handed_over: flag(),
    /** For a reassigned item, the new owner; null means unassigned. */
    owner_agent_id: refers(() => agents.id, 'set null'),
    set_by: refers(() => agents.id, 'set null'),
    updated_at: instant().notNull(),
  },
  (table) => [uniqueIndex('today_marks_item').on(table.kind, table.subject_id)],
);

/** Owners who dismissed the getting-started list (decision 054). */
export const gettingStartedDismissals = pgTable('first_day_dismissals', {
  agent_id: refers(() => agents.id, 'cascade').primaryKey(),
  dismissed_at: instant().notNull(),
});
