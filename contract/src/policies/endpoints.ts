import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { DIRECTIONS, POLICY_SORTS } from '../lists.ts';
import { isMask } from '../rules/masks.ts';
import {
  COVERED_PEOPLE,
  isAbovePremium,
  isPolicyDay,
  POLICY_DAY_PROBLEM,
  POLICY_LIMITS,
  POLICY_LINES,
  POLICY_STATUSES,
  RENEWAL_STATUSES,
  SUBSIDY_PROBLEM,
} from '../rules/policies.ts';
import {
  dateSchema,
  filterSchema,
  idSchema,
  instantSchema,
  lineSchema,
  reasonSchema,
  textSchema,
  thenBySchema,
} from '../schemas.ts';

export const POLICY_PAGE_SIZE = 50;
/** The first or last day of a policy. */
export const policyDaySchema = dateSchema.refine(isPolicyDay, POLICY_DAY_PROBLEM);
const centsSchema = z.number().int().min(0).max(POLICY_LIMITS.cents);

const named = (max: number) => lineSchema(max).transform((text) => text.trim());

export const carrierSchema = named(POLICY_LIMITS.carrier).refine(
  (carrier) => carrier !== '',
  'Please enter the carrier',
);

/** What agents enter about a policy, without its number. */
const policyFields = {
  line: z.enum(POLICY_LINES),
  carrier: carrierSchema,
  plan_name: named(POLICY_LIMITS.plan_name),
  /** Metal level or plan type, such as 'Silver' or 'HMO'. */
  plan_type: named(POLICY_LIMITS.plan_type),
  effective_date: policyDaySchema.nullable(),
  /** The last day of the policy or of its term; null where it has none. */
  end_date: policyDaySchema.nullable(),
  status: z.enum(POLICY_STATUSES),
  /** Per month, before the subsidy. */
  premium_cents: centsSchema.nullable(),
  /** Premium tax credit per month. */
  subsidy_cents: centsSchema.nullable(),
  agent_of_record_id: idSchema.nullable(),
  covered: z
    .array(z.enum(COVERED_PEOPLE))
    .max(COVERED_PEOPLE.length)
    .transform((people) => COVERED_PEOPLE.filter((person) => people.includes(person))),
  /** Other clients whom the policy covers; each has to be linked to the client, or covered already. */
  covered_client_ids: z.array(idSchema).max(20),
  /** Documents of the client that belong to the policy. */
  document_ids: z.array(idSchema).max(50),
  notes: textSchema(POLICY_LIMITS.notes).transform((text) => text.trim()),
};
/** Rejects the mask that was displayed instead of the number. */
const numberSchema = named(POLICY_LIMITS.policy_number).refine(
  (number) => !isMask(number),
  'Enter the full number, without •',
);

const policySchema = z.object({
  id: z.number(),
  client_id: z.number(),
  ...{ line: z.enum(POLICY_LINES), carrier: z.string(), plan_name: z.string(), plan_type: z.string() },
  /** The mask of the policy or member number, '' without one; `revealPolicyNumber` shows it. */
  policy_number: z.string(),
  effective_date: z.string().nullable(),
  end_date: z.string().nullable(),
  status: z.enum(POLICY_STATUSES),
  premium_cents: z.number().nullable(),
  subsidy_cents: z.number().nullable(),
  agent_of_record_id: z.number().nullable(),
  covered: z.array(z.enum(COVERED_PEOPLE)),
  /** Linked clients whom the policy covers, among those that the agent can see. */
  covered_clients: z.array(z.object({ id: z.number(), name: z.string() })),
  documents: z.array(z.object({ id: z.number(), file_name: z.string() })),
  notes: z.string(),
  renewal_status: z.enum(RENEWAL_STATUSES),
  lost_reason: z.string(),
  /** The policy of the next term, created when this one was renewed. */
  next_policy_id: z.number().nullable(),
  updated_at: z.string(),
});
export type Policy = z.output<typeof policySchema>;

const listedPolicySchema = policySchema.extend({ client_name: z.string() });
export type ListedPolicy = z.output<typeof listedPolicySchema>;

export const listClientPolicies = endpoint('GET /clients/:id/policies', 'agent', {
  summary: 'List the policies of a client, those in force first',
  audit: { action: 'opened', of: 'client' },
  reply: success({ policies: z.array(policySchema) }),
});

/** All policies that a list shows, on all of its pages, and their order. */
const listView = {
  /** Carrier, plan, client, or the last four characters of the number. */
  q: textSchema(200).trim().default(''),
  renewals: z.enum(['open']).optional(),
  filter: filterSchema.optional(),
  sort: z.enum(POLICY_SORTS).default('end_date'),
  direction: z.enum(DIRECTIONS).default('asc'),
  then_by: thenBySchema(POLICY_SORTS).optional(),
};

export const listPolicies = endpoint('GET /policies', 'agent', {
  summary:
    'List the policies of all clients, filtered, searched, sorted and paged; `renewals=open` lists those that end soon or ended recently and still have to be renewed',
  query: z.object({
    ...listView,
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(POLICY_PAGE_SIZE),
  }),
  audit: { action: 'listed', of: 'policy', rows: 'policies', text: ['q'] },
  /** `open_renewals`: the number of renewals that are not finished, regardless of search and filter. */
  reply: success({ policies: z.array(listedPolicySchema), total: z.number(), open_renewals: z.number() }),
});

export const exportPolicies = endpoint('POST /policies/export', 'agent', {
  summary:
    'Export the list as CSV: search, filter and sort; formulas neutralized, numbers masked, export logged',
  needsReauthentication: true,
  transport: 'stream',
  body: z.strictObject(listView),
  audit: 'own',
  reply: z.string(),
});

/** The most policies with the same number that are shown. */
export const MAX_SAME_NUMBER = 5;

export const findSameNumber = endpoint('POST /policies/same-number', 'agent', {
  summary:
    'Find policies of the carrier with the same number, ignoring case, separators and leading zeros; at most 5',
  body: z.strictObject({
    carrier: carrierSchema,
    /** If omitted, the number of `policy_id` is compared. */
    policy_number: numberSchema.optional(),
    /** The policy that is edited; it is left out of the result. */
    policy_id: idSchema.optional(),
  }),
  audit: { action: 'listed', of: 'policy', rows: 'policies' },
  reply: success({ policies: z.array(listedPolicySchema) }),
});

export const datesInOrder = (
  policy: { effective_date?: string | null; end_date?: string | null },
  ctx: z.RefinementCtx,
) => {
  const { effective_date, end_date } = policy;
  if (effective_date && end_date && end_date < effective_date)
    ctx.addIssue({
      code: 'custom',
      path: ['end_date'],
      message: 'The end date is before the effective date',
    });
};

const checkTerm = (
  policy: Parameters<typeof datesInOrder>[0] & Parameters<typeof isAbovePremium>[0],
  ctx: z.RefinementCtx,
) => {
  datesInOrder(policy, ctx);
  if (isAbovePremium(policy))
    ctx.addIssue({ code: 'custom', path: ['subsidy_cents'], message: SUBSIDY_PROBLEM });
};

export const createPolicy = endpoint('POST /clients/:id/policies', 'agent', {
  summary: 'Add a policy to a client',
  body: z
    .strictObject({
      line: policyFields.line,
      carrier: policyFields.carrier,
      plan_name: policyFields.plan_name.default(''),
      plan_type: policyFields.plan_type.default(''),
      policy_number: numberSchema.default(''),
      effective_date: policyFields.effective_date.default(null),
      end_date: policyFields.end_date.default(null),
      status: policyFields.status.default('active'),
      premium_cents: policyFields.premium_cents.default(null),
      subsidy_cents: policyFields.subsidy_cents.default(null),
      agent_of_record_id: policyFields.agent_of_record_id.default(null),
      covered: policyFields.covered.default(['client']),
      covered_client_ids: policyFields.covered_client_ids.default([]),
      document_ids: policyFields.document_ids.default([]),
      notes: policyFields.notes.default(''),
    })
    .superRefine(checkTerm),
  status: 201,
  audit: 'own',
  reply: success({ id: z.number(), policy: policySchema }),
});

export const updatePolicy = endpoint('PUT /policies/:id', 'agent', {
  summary:
    'Change the sent fields of a policy; 409 if it was changed since `seen_at`. A different end date starts a new renewal',
  body: z
    .strictObject({
      ...policyFields,
      /** Unchanged if omitted; '' removes it. */
      policy_number: numberSchema,
      /** `updated_at` of the policy as the editor last saw it. */
      seen_at: instantSchema,
    })
    .partial()
    .superRefine(checkTerm),
  audit: 'own',
  reply: success({ policy: policySchema }),
});

export const deletePolicy = endpoint('DELETE /policies/:id', 'agent', {
  needsReauthentication: { never: 'daily work; the values stay in the audit log, the number as its mask' },
  summary: 'Delete a policy that was entered by mistake; to end one, change its status',
  audit: 'own',
  reply: doneReply,
});

export const revealPolicyNumber = endpoint('POST /policies/:id/reveal', 'agent', {
  summary: 'Reveal the policy or member number in plain text; every reveal is logged',
  body: z.strictObject({ reason: reasonSchema }),
  reply: success({ value: z.string().nullable() }),
  isSecret: true,
  audit: 'own',
  rateLimit: { max: 30, seconds: 60 },
});

export const updateRenewal = endpoint('PUT /policies/:id/renewal', 'agent', {
  summary:
    'Set the state of a renewal. `lost` needs a reason; `renewed` may create the policy of the next term, at most once',
  body: z
    .strictObject({
      renewal_status: z.enum(RENEWAL_STATUSES),
      lost_reason: named(200).default(''),
      /** `updated_at` of the policy as the editor last saw it; 409 if it was changed since. */
      seen_at: instantSchema.optional(),
      /** The next term; its other values are those of the policy. */
      next: z
        .strictObject({
          effective_date: policyDaySchema,
          end_date: policyDaySchema.nullable(),
          plan_name: policyFields.plan_name,
          premium_cents: policyFields.premium_cents,
          subsidy_cents: policyFields.subsidy_cents,
        })
        .superRefine(checkTerm)
        .optional(),
    })
    .superRefine(({ renewal_status, lost_reason, next }, ctx) => {
      if (renewal_status === 'lost' && lost_reason === '')
        ctx.addIssue({ code: 'custom', path: ['lost_reason'], message: 'Please enter why it was lost' });
      if (next && renewal_status !== 'renewed')
        ctx.addIssue({ code: 'custom', path: ['next'], message: 'only a renewed policy has a next term' });
    }),
  audit: 'own',
  reply: success({ policy: policySchema, next: policySchema.nullable() }),
});
