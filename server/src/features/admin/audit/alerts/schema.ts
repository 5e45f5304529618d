import type { WatchRule } from '@ledgerline/contract/audit/alerts';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '#platform/database/columns.ts';

/** When the trail was last looked at; whoever looks holds the row, so that one of any number of servers tells. */
export const auditWatch = pgTable('audit_watch', {
  only_row: boolean().primaryKey().default(true),
  looked_at: instant().notNull(),
});

/** What owners were told of. */
export const auditAlarms = pgTable(
  'audit_alarms',
  {
    id: id(),
    rule: text().$type<WatchRule>().notNull(),
    /** Who it was, also when his account is deleted later; null of failed sign-ins, which are nobody's. */
    agent_id: int8(),
    count: int8().notNull(),
    most: int8().notNull(),
    told_at: instant().notNull(),
  },
  (table) => [index('audit_alarms_rule').on(table.rule, table.agent_id, table.told_at)],
);
