import type { CommissionBasis, StatementColumn } from '@ledgerline/contract/rules/commissions';
import type { PolicyLine } from '@ledgerline/contract/rules/policies';
import { type SQL, sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { policies } from '#features/records/policies/schema.ts';
import { day, flag, id, instant, int8, refers } from '#platform/database/columns.ts';

/** The carrier as it is compared: without case and accents. */
const carrierKey = () =>
  text()
    .notNull()
    .generatedAlwaysAs((): SQL => sql`fold_text(carrier)`);

/** What carriers pay by line, from the month of the effective date (decision 132). */
export const commissionRates = pgTable(
  'commission_rates',
  {
    id: id(),
    carrier: text().notNull(),
    carrier_key: carrierKey(),
    line: text().$type<PolicyLine>().notNull(),
    effective_date: day().notNull(),
    basis: text().$type<CommissionBasis>().notNull(),
    /** Basis points of the premium for `percent`, cents per month otherwise. */
    amount: int8().notNull(),
    changed_by: refers(() => agents.id, 'set null'),
    changed_at: instant().notNull(),
  },
  (table) => [uniqueIndex('commission_rates_of').on(table.carrier_key, table.line, table.effective_date)],
);

/** The column names of a carrier's last statement, to find them in the next one. */
export const commissionColumns = pgTable('commission_columns', {
  carrier_key: text().primaryKey(),
  headers: jsonb().$type<Partial<Record<StatementColumn, string>>>().notNull(),
});

/** An imported statement of a carrier for one month. */
export const commissionStatements = pgTable(
  'commission_statements',
  {
    id: id(),
    carrier: text().notNull(),
    carrier_key: carrierKey(),
    /** 'YYYY-MM' */
    month: text().notNull(),
    file_name: text().notNull(),
    /** Keyed hashes of the file, whose sheets may be of several carriers, and of the lines: neither is imported twice. */
    file_hash: text().notNull(),
    sheet: integer().notNull().default(0),
    lines_hash: text().notNull(),
    stated_total_cents: int8(),
    agent_id: refers(() => agents.id, 'set null'),
    agent_name: text().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('commission_statements_file').on(table.file_hash, table.sheet, table.carrier_key),
    uniqueIndex('commission_statements_lines').on(table.carrier_key, table.month, table.lines_hash),
  ],
);

/** One line of a statement. */
export const commissionLines = pgTable(
  'commission_lines',
  {
    id: id(),
    statement_id: refers(() => commissionStatements.id, 'cascade').notNull(),
    row_number: integer().notNull(),
    amount_cents: int8().notNull(),
    /** 'YYYY-MM'; null: that of the statement. */
    period: text(),
    paid_on: day(),
    /** Equal to an earlier line of the statement. */
    is_duplicate: flag(),
    policy_id: refers(() => policies.id, 'set null'),
    /** Several policies have the number. */
    is_ambiguous: flag(),
    /** Number and name as JSON, encrypted; null once the line has a policy: they are then those of the policy. */
    content: text(),
  },
  (table) => [
    index('commission_lines_statement').on(table.statement_id, table.row_number),
    index('commission_lines_policy').on(table.policy_id).where(sql`policy_id is not null`),
  ],
);

/** A difference that an owner marked as resolved: of a policy, or of a line without one. */
export const commissionResolutions = pgTable(
  'commission_resolutions',
  {
    id: id(),
    statement_id: refers(() => commissionStatements.id, 'cascade').notNull(),
    policy_id: refers(() => policies.id, 'cascade'),
    line_id: refers(() => commissionLines.id, 'cascade'),
    /** The amounts when it was resolved; once they change, it is a new difference. */
    expected_cents: int8(),
    paid_cents: int8().notNull(),
    note: text().notNull(),
    agent_name: text().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('commission_resolutions_policy').on(table.statement_id, table.policy_id),
    uniqueIndex('commission_resolutions_line').on(table.line_id),
    index('commission_resolutions_of_policy').on(table.policy_id),
  ],
);
