import type { CommissionBasis } from '@ledgerline/contract/rules/commissions';
import type {
  CoveredPerson,
  PolicyLine,
  PolicyStatus,
  RenewalStatus,
} from '@ledgerline/contract/rules/policies';
import { type SQL, sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { documents } from '#features/records/documents/schema.ts';
import { importRows } from '#features/records/imports/schema.ts';
import { day, id, instant, int8, refers } from '#platform/database/columns.ts';

/** RENEWABLE_STATUSES in SQL. */
export const IS_RENEWABLE = `status in ('submitted', 'active')`;

/** The end date of policies whose renewal still needs work; the index and the queries share it. */
export const IS_OPEN_RENEWAL = `${IS_RENEWABLE} and renewal_status in ('to_contact', 'in_progress')`;

/** What the client pays per month for a policy `p`, null without a premium. */
export const NET_PREMIUM = 'greatest(p.premium_cents - coalesce(p.subsidy_cents, 0), 0 * p.premium_cents)';

/** Policies of clients with their renewals (decision 127). */
export const policies = pgTable(
  'policies',
  {
    id: id(),
    client_id: refers(() => clients.id, 'restrict').notNull(),
    line: text().$type<PolicyLine>().notNull(),
    carrier: text().notNull(),
    plan_name: text().notNull(),
    plan_type: text().notNull(),
    /** Encrypted with the client's key; null without a number. */
    policy_number: text(),
    /** What may be shown of the number, see `lastFour`; '' without a number. */
    shown_number: text().notNull().default(''),
    effective_date: day(),
    end_date: day(),
    status: text().$type<PolicyStatus>().notNull(),
    premium_cents: int8(),
    subsidy_cents: int8(),
    agent_of_record_id: refers(() => agents.id, 'set null'),
    covered: text().array().$type<CoveredPerson[]>().notNull(),
    notes: text().notNull(),
    /** The renewal of the term that ends on `end_date`; another end date starts a new renewal. */
    renewal_status: text().$type<RenewalStatus>().notNull().default('to_contact'),
    lost_reason: text().notNull().default(''),
    /** The policy of the next term. No foreign key, because it may be deleted. */
    next_policy_id: int8(),
    search_text: text()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`fold_text(carrier || ' ' || plan_name || ' ' || shown_number)`),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    index('policies_client').on(table.client_id, table.id),
    index('policies_by_end').on(table.end_date, table.id),
    index('policies_open_renewals').on(table.end_date, table.id).where(sql.raw(IS_OPEN_RENEWAL)),
    // Of a carrier's numbers, those that end alike: the number itself is encrypted.
    index('policies_by_number').on(sql`fold_text("carrier")`, sql`upper("shown_number")`),
    index('policies_search').using('gin', sql`"search_text" gin_trgm_ops`),
  ],
);

/** Linked clients whom a policy covers. A merge may leave a client twice, who is shown once (decision 134). */
export const policyPeople = pgTable(
  'policy_people',
  {
    id: id(),
    policy_id: refers(() => policies.id, 'cascade').notNull(),
    client_id: refers(() => clients.id, 'cascade').notNull(),
  },
  (table) => [
    index('policy_people_policy').on(table.policy_id),
    index('policy_people_client').on(table.client_id),
  ],
);

/** Documents of the client that belong to a policy. Deleting either removes only the connection. */
export const policyDocuments = pgTable(
  'policy_documents',
  {
    id: id(),
    policy_id: refers(() => policies.id, 'cascade').notNull(),
    document_id: refers(() => documents.id, 'cascade').notNull(),
  },
  (table) => [
    uniqueIndex('policy_documents_once').on(table.policy_id, table.document_id),
    index('policy_documents_document').on(table.document_id),
  ],
);

/** What an import did to a policy, for its revert (decision 134). */
export const importedPolicies = pgTable(
  'imported_policies',
  {
    import_row_id: refers(() => importRows.id, 'cascade')
      .notNull()
      .primaryKey(),
    policy_id: refers(() => policies.id, 'cascade').notNull(),
    /** The values that an update replaced; null for a new policy. A number is never replaced, only added. */
    before: jsonb().$type<Partial<PolicyBefore>>(),
    /** `updated_at` of the policy after it: another one means that it was changed since. */
    saved_at: instant().notNull(),
    /** `updated_at` of the policy before it; null for a new policy. */
    seen_at: instant(),
  },
  (table) => [index('imported_policies_policy').on(table.policy_id)],
);

type PolicyBefore = Pick<
  typeof policies.$inferSelect,
  | 'line'
  | 'carrier'
  | 'plan_name'
  | 'plan_type'
  | 'effective_date'
  | 'end_date'
  | 'status'
  | 'premium_cents'
  | 'subsidy_cents'
  | 'agent_of_record_id'
  | 'notes'
  | 'renewal_status'
  | 'lost_reason'
  | 'next_policy_id'
> & { policy_number: '' };

/** The rate of one policy, which applies instead of that of its carrier and line. */
export const policyCommissions = pgTable('policy_commissions', {
  policy_id: refers(() => policies.id, 'cascade').primaryKey(),
  basis: text().$type<CommissionBasis>().notNull(),
  amount: int8().notNull(),
  changed_by: refers(() => agents.id, 'set null'),
  changed_at: instant().notNull(),
});
