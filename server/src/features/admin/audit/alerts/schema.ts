import type { AlertRule } from '@ledgerline/contract/audit/alerts';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '#platform/database/columns.ts';

/** When the audit log was last scanned; the scan locks this row, so that only one server sends an alert. */
export const auditWatch = pgTable('audit_watch', {
  only_row: boolean().primaryKey().default(true),
  looked_at: instant().notNull(),
});

/** Alerts that were sent to owners. */
export const auditAlarms = pgTable(
  'audit_alarms',
  {
    id: id(),
    rule: text().$type<AlertRule>().notNull(),
    /** The agent, kept when their account is deleted; null for failed sign-ins, which belong to no agent. */
    agent_id: int8(),
    count: int8().notNull(),
    most: int8().notNull(),
    told_at: instant().notNull(),
  },
  (table) => [index('audit_alarms_rule').on(table.rule, table.agent_id, table.told_at)],
);
