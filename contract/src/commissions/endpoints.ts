import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { IMPORT_LIMITS } from '../imports/endpoints.ts';
import { carrierSchema } from '../policies/endpoints.ts';
import { COMMISSION_BASES, COMMISSION_RESULTS } from '../rules/commissions.ts';
import { POLICY_LINES } from '../rules/policies.ts';
import { dateSchema, idSchema, textSchema } from '../schemas.ts';

/** 1,000% of a premium, or $100,000. */
const MAX_BASIS_POINTS = 100_000;
const MAX_CENTS = 10_000_000;

const rateFields = {
  basis: z.enum(COMMISSION_BASES),
  /** Basis points of the premium for `percent`, cents per month otherwise. */
  amount: z.number().int().min(0).max(MAX_CENTS),
};

function percentInRange({ basis, amount }: { basis: string; amount: number }, ctx: z.RefinementCtx): void {
  if (basis === 'percent' && amount > MAX_BASIS_POINTS)
    ctx.addIssue({ code: 'custom', path: ['amount'], message: 'Must be at most 1,000%' });
}

const commissionRateSchema = z.object({
  id: z.number(),
  carrier: z.string(),
  line: z.enum(POLICY_LINES),
  /** The rate applies from the month of this date. */
  effective_date: z.string(),
  ...rateFields,
});
export type ListedCommissionRate = z.output<typeof commissionRateSchema>;

export const listCommissionRates = endpoint('GET /commission-rates', 'owner', {
  summary:
    'List the commission rates of carriers by line, the latest first, and the carriers of all policies',
  audit: 'none',
  reply: success({ rates: z.array(commissionRateSchema), carriers: z.array(z.string()) }),
});

export const saveCommissionRate = endpoint('PUT /commission-rates', 'owner', {
  summary:
    'Set the rate of a carrier and line that applies from a date; replaces the rate with the same date',
  body: z
    .strictObject({
      carrier: carrierSchema,
      line: z.enum(POLICY_LINES),
      effective_date: dateSchema,
      ...rateFields,
    })
    .superRefine(percentInRange),
  audit: 'own',
  reply: success({ rate: commissionRateSchema }),
});

export const deleteCommissionRate = endpoint('DELETE /commission-rates/:id', 'owner', {
  needsReauthentication: { never: 'the rate stays in the audit log and can be added again' },
  summary: 'Delete a commission rate; the earlier rate of the carrier and line applies again',
  audit: 'own',
  reply: doneReply,
});

const policyCommissionSchema = z.object({
  policy_id: z.number(),
  /** For the current month; null where it is not known. */
  expected_cents: z.number().nullable(),
  /** The rate used: that of the policy itself, else that of its carrier and line. */
  rate: z.object({ ...rateFields, is_own: z.boolean() }).nullable(),
});
export type PolicyCommission = z.output<typeof policyCommissionSchema>;

export const listClientCommissions = endpoint('GET /clients/:id/commissions', 'agent', {
  summary:
    'Get the expected commission of a client’s policies in the current month; agents who are not owners see only policies for which they are the agent of record',
  audit: 'none',
  reply: success({ commissions: z.array(policyCommissionSchema) }),
});

export const setPolicyCommission = endpoint('PUT /policies/:id/commission', 'owner', {
  summary: 'Set the commission of one policy for all months, or null to use the rate of its carrier again',
  params: z.object({ id: idSchema }),
  body: z.strictObject({ rate: z.strictObject(rateFields).superRefine(percentInRange).nullable() }),
  audit: 'own',
  reply: doneReply,
});

/** 'YYYY-MM' */
const monthSchema = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-10');
/** A column by its position in the file; -1 for none. */
const columnSchema = z.coerce.number().int().min(-1).max(249);
const columnsSchema = {
  sheet: z.coerce.number().int().min(0).max(1000),
  header_row: z.coerce.number().int().min(1).max(2_000_000),
  ...{ number: columnSchema, name: columnSchema, amount: columnSchema },
  ...{ period: columnSchema, paid_on: columnSchema },
};

const upload = {
  transport: 'multipart',
  bodyLimit: IMPORT_LIMITS.bytes + 1024 * 1024,
  rateLimit: { max: 60, seconds: 60 },
} as const;

const lineValues = {
  row_number: z.number(),
  amount_cents: z.number(),
  /** The month that the line pays for; null: that of the statement. */
  period: z.string().nullable(),
  paid_on: z.string().nullable(),
};
const optionalColumn = z.number().nullable();

export const previewCommissionStatement = endpoint('POST /commission-statements/preview', 'owner', {
  summary:
    'Read a carrier’s CSV, XLSX, ODS or HTML statement (multipart, one file part) without storing it; without `header_row` the layout is detected, without `number` the columns are those of the carrier’s last statement or guessed',
  ...upload,
  query: z.object({
    carrier: carrierSchema,
    month: monthSchema.optional(),
    ...z.object(columnsSchema).partial().shape,
  }),
  isSecret: true,
  audit: 'none',
  reply: success({
    sheets: z.array(z.object({ name: z.string(), problem: z.string().nullable() })),
    sheet: z.number(),
    header_row: z.number(),
    head: z.array(z.object({ row_number: z.number(), cells: z.array(z.string()) })),
    headers: z.array(z.string()),
    columns: z.object({
      ...{ number: optionalColumn, name: optionalColumn, amount: optionalColumn },
      ...{ period: optionalColumn, paid_on: optionalColumn },
    }),
    /** The first lines. */
    sample: z.array(z.object({ ...lineValues, number: z.string(), name: z.string() })),
    line_count: z.number(),
    total_cents: z.number(),
    /** The sum that the file states in its totals rows; null without one. */
    stated_total_cents: z.number().nullable(),
    /** Rows that are neither lines nor blank, such as totals, with the reason. */
    skipped: z.array(z.object({ row_number: z.number(), reason: z.string() })),
    /** Why the statement cannot be imported with these columns. */
    problems: z.array(z.string()),
  }),
});

export const importCommissionStatement = endpoint('POST /commission-statements', 'owner', {
  summary:
    'Import a statement (multipart, one file part) and match its lines to policies; 409 if this sheet, or the same lines for this month, were already imported for the carrier',
  ...upload,
  query: z.object({ carrier: carrierSchema, month: monthSchema, ...columnsSchema }),
  status: 201,
  audit: 'own',
  reply: success({ id: z.number() }),
});

const statementSchema = z.object({
  id: z.number(),
  carrier: z.string(),
  month: z.string(),
  /** '' for agents who are not owners. */
  file_name: z.string(),
  agent_name: z.string(),
  created_at: z.string(),
  /** Number and sum of the lines that the agent may see. */
  line_count: z.number(),
  total_cents: z.number(),
  /** The sum that the file states; null without one, and for agents who are not owners. */
  stated_total_cents: z.number().nullable(),
});
export type CommissionStatement = z.output<typeof statementSchema>;

export const listCommissionStatements = endpoint('GET /commission-statements', 'agent', {
  summary:
    'List the latest 500 statements, with the figures of all lines; agents who are not owners see only carriers and figures of policies for which they are the agent of record',
  audit: 'none',
  reply: success({ statements: z.array(statementSchema) }),
});

const statedPolicySchema = z.object({
  ...{ id: z.number(), client_id: z.number(), client_name: z.string() },
  ...{ carrier: z.string(), plan_name: z.string(), policy_number: z.string() },
});
export type StatedPolicy = z.output<typeof statedPolicySchema>;

const statementRowSchema = z.object({
  /** The row is about this policy, or about this line if it matches no policy. */
  ...{ kind: z.enum(['policy', 'line']), id: z.number() },
  /** null: the line matches no policy. */
  policy: statedPolicySchema.nullable(),
  lines: z.array(
    z.object({
      ...{ id: z.number(), ...lineValues },
      /** Of lines without a policy; '' where it is not stored. */
      ...{ number: z.string(), name: z.string() },
    }),
  ),
  result: z.enum(COMMISSION_RESULTS),
  expected_cents: z.number().nullable(),
  paid_cents: z.number(),
  /** Policies with the number of the line, if there are several. */
  candidates: z.array(statedPolicySchema),
  /** An owner marked the difference as resolved, and its amounts have not changed since. */
  resolved: z.object({ note: z.string(), agent_name: z.string(), created_at: z.string() }).nullable(),
});
export type StatementRow = z.output<typeof statementRowSchema>;

export const STATEMENT_PAGE_SIZE = 50;
/** Which rows of a statement are shown: the open ones with a result, or the resolved ones. */
export const STATEMENT_VIEWS = [...COMMISSION_RESULTS, 'resolved'] as const;
export type StatementView = (typeof STATEMENT_VIEWS)[number];

export const getCommissionStatement = endpoint('GET /commission-statements/:id', 'agent', {
  summary:
    'Get a statement with its lines compared to the policies it should pay; agents who are not owners see only policies for which they are the agent of record',
  query: z.object({
    view: z.enum(STATEMENT_VIEWS).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  audit: { action: 'listed', of: 'policy', rows: 'rows' },
  reply: success({
    statement: statementSchema,
    /** The sum of the known expected amounts of all rows. */
    expected_cents: z.number(),
    /** Rows whose expected amount is not known. */
    not_known: z.object({ rows: z.number(), paid_cents: z.number() }),
    /** Views without rows are left out. */
    counts: z.partialRecord(z.enum(STATEMENT_VIEWS), z.number()),
    rows: z.array(statementRowSchema),
    total: z.number(),
  }),
});

export const exportCommissionDifferences = endpoint('GET /commission-statements/:id/csv', 'agent', {
  summary: 'Export all rows of a statement as CSV, with their results',
  transport: 'stream',
  needsReauthentication: true,
  audit: 'own',
  reply: z.string(),
});

export const matchCommissionLine = endpoint('PUT /commission-lines/:id/policy', 'owner', {
  summary: 'Assign a line to a policy; the number and name of the line are then no longer stored',
  body: z.strictObject({ policy_id: idSchema }),
  audit: 'own',
  reply: doneReply,
});

export const rematchCommissionStatement = endpoint('POST /commission-statements/:id/match', 'owner', {
  summary: 'Retry matching the lines without a policy, for example after policies were added',
  audit: 'own',
  reply: success({ matched: z.number() }),
});

export const resolveCommissionDifference = endpoint('PUT /commission-statements/:id/resolution', 'owner', {
  summary:
    'Mark the row of a policy, or of a line without one, as resolved with a note, or reopen it with `note: null`; 409 if its amounts changed since they were read',
  body: z
    .strictObject({
      policy_id: idSchema.nullable(),
      line_id: idSchema.nullable(),
      note: textSchema(500).trim().nullable(),
      expected_cents: z.number().int().nullable(),
      paid_cents: z.number().int(),
    })
    .refine(
      ({ policy_id, line_id }) => (policy_id === null) !== (line_id === null),
      'name a policy or a line',
    ),
  audit: 'own',
  reply: doneReply,
});

export const deleteCommissionStatement = endpoint('DELETE /commission-statements/:id', 'owner', {
  needsReauthentication: { never: 'the file can be imported again' },
  summary: 'Delete a statement with its lines and notes; it can be imported again',
  audit: 'own',
  reply: doneReply,
});
