import type { CommissionBasis } from '@ledgerline/contract/rules/commissions';
import type { PolicyLine } from '@ledgerline/contract/rules/policies';
import { type SQL, sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { policies } from '#features/records/policies/schema.ts';
import { day, id, instant, int8, refers } from '#platform/database/columns.ts';

/** The carrier as it is compared: without case and accents. */
const carrierKey = () =>
  text()
    .notNull()
    .generatedAlwaysAs((): SQL => sql`fold_text(carrier)`);

/** What carriers pay by line, from the month of a day on (decision 132). */
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

/** The rate of one policy, which applies instead of that of its carrier and line. */
export const policyCommissions = pgTable('policy_commissions', {
  policy_id: refers(() => policies.id, 'cascade').primaryKey(),
  basis: text().$type<CommissionBasis>().notNull(),
  amount: int8().notNull(),
  changed_by: refers(() => agents.id, 'set null'),
  changed_at: instant().notNull(),
});
