import { z } from 'zod';
import { FIELD_NAMES } from '../../clients/fields/catalog.ts';
import { endpoint, success } from '../../endpoint.ts';
import { POLICY_LINES, POLICY_STATUSES } from '../../rules/policies.ts';
import { carrierSchema, datesInOrder, policyDaySchema } from '../endpoints.ts';

/** The most plans that are listed; the values of others are counted. */
export const MAX_COLUMN_PLANS = 3000;
/** The most policies that are created at once. */
export const MAX_COLUMN_POLICIES = 100_000;

const exampleSchema = z.object({ client_id: z.number(), client_name: z.string() });

const columnPlanSchema = z.object({
  /** Identifies the plan when it is imported. */
  key: z.string(),
  /** The column with the plan’s name or, without one, with the premium. */
  column: z.enum(FIELD_NAMES),
  plan_name: z.string(),
  /** The carrier’s premium column that belongs to the same policy. */
  carrier_column: z.enum(FIELD_NAMES).nullable(),
  clients: z.number(),
  /** Clients for whom the two columns have different premiums; the plan’s own premium is used. */
  different: z.number(),
  example: exampleSchema.extend({ premium_cents: z.number().nullable() }),
  /** Null if it is not clear from the columns. */
  line: z.enum(POLICY_LINES).nullable(),
  /** '' if it is not clear from the columns. */
  carrier: z.string(),
  /** Why an agent has to look at it; `inactive_client`: plans of inactive clients are listed separately. */
  problem: z.enum(['several_carriers', 'several_plans', 'inactive_client']).nullable(),
});
export type ColumnPlan = z.output<typeof columnPlanSchema>;

const leftOutSchema = z.object({
  column: z.enum(FIELD_NAMES),
  /** `no_plan`: a text such as "n/a"; `no_amount`: $0.00 without a plan. */
  reason: z.enum(['no_plan', 'no_amount']),
  text: z.string(),
  clients: z.number(),
  example: exampleSchema,
});
export type LeftOut = z.output<typeof leftOutSchema>;

export const listColumnPlans = endpoint('GET /policies/client-columns', 'agent', {
  summary:
    'List the plans and premiums in the columns of all clients, grouped, with the line and the carrier that they suggest; changes nothing',
  audit: { action: 'listed', of: 'client', rows: 'plans' },
  rateLimit: { max: 30, seconds: 60 },
  reply: success({
    plans: z.array(columnPlanSchema),
    left_out: z.array(leftOutSchema),
    /** Values that are in neither list because there are too many different ones. */
    not_listed: z.number(),
    /** Names to choose from. */
    carriers: z.array(z.string()),
  }),
});

export const importColumnPlans = endpoint('POST /policies/client-columns', 'agent', {
  summary:
    'Start an import of policies from the columns of all clients: the chosen plans only, checked next; changes no client and no existing policy',
  status: 201,
  bodyLimit: 4 * 1024 * 1024,
  rateLimit: { max: 10, seconds: 60 },
  body: z
    .strictObject({
      status: z.enum(POLICY_STATUSES).default('active'),
      /** The dates of policies in lines that follow the calendar year; other policies get no dates. */
      effective_date: policyDaySchema.nullable(),
      end_date: policyDaySchema.nullable(),
      plans: z
        .array(
          z.strictObject({
            key: z.string().min(1).max(4000),
            line: z.enum(POLICY_LINES),
            carrier: carrierSchema,
          }),
        )
        .min(1, 'must have at least one plan')
        .max(MAX_COLUMN_PLANS),
    })
    .superRefine(datesInOrder),
  reply: success({ id: z.number() }),
});
