import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { REPORT_NAMES, REPORT_PERIODS } from '../rules/report-periods.ts';
import { filterSchema } from '../schemas.ts';

/** Records behind a figure that have no list of their own. */
export const ROW_LISTS = ['payments', 'tasks'] as const;
export type RowList = (typeof ROW_LISTS)[number];

const conditionSchema = z.object({ field: z.string(), op: z.string(), values: z.array(z.string()) });

/** The rows that a figure counts or sums: a list, and the filters that show exactly these rows. */
const rowsLinkSchema = z.object({
  list: z.enum([
    'clients',
    'invoices',
    'recurring_payments',
    'policies',
    'submissions',
    'today',
    ...ROW_LISTS,
  ]),
  filter: z.object({
    match: z.enum(['all', 'any']),
    rules: z.array(z.union([conditionSchema, z.array(conditionSchema)])),
  }),
  /** For Today, which has no filter: the agent whose items it shows. */
  owner: z.union([z.number(), z.literal('nobody')]).optional(),
});
export type RowsLink = z.output<typeof rowsLinkSchema>;

const figureSchema = z.object({
  /** A number of records, or cents. */
  value: z.number(),
  /** Null for figures of past days, which no list can show. */
  rows: rowsLinkSchema.nullable(),
});
export type ReportFigure = z.output<typeof figureSchema>;

const columnSchema = z.object({
  label: z.string(),
  unit: z.enum(['count', 'cents']),
  /** The column of which each count is also shown as a percentage. */
  share_of: z.number().optional(),
  /** Shown in the chart of the table. */
  is_charted: z.boolean(),
});
export type ReportColumn = z.output<typeof columnSchema>;

const tableSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** What is counted, where the title does not say it. */
  note: z.string(),
  /** Header of the column with the labels. */
  heading: z.string(),
  columns: z.array(columnSchema),
  rows: z.array(z.object({ label: z.string(), cells: z.array(figureSchema) })),
  /** Of all rows; null where their sum has no meaning. */
  total: z.array(figureSchema).nullable(),
  /** `stacked`: the charted columns are parts of a sum. */
  chart: z.enum(['bars', 'stacked']).nullable(),
});
export type ReportTable = z.output<typeof tableSchema>;

const reportSchema = z.object({
  /** First and last day of the period at the brokerage. */
  from: z.string(),
  to: z.string(),
  /** Whether the caller sees only some clients, and the figures therefore only theirs. */
  is_restricted: z.boolean(),
  highlights: z.array(z.object({ label: z.string(), unit: columnSchema.shape.unit, figure: figureSchema })),
  tables: z.array(tableSchema),
});
export type Report = z.output<typeof reportSchema>;

export const getReport = endpoint('GET /reports/:name', 'agent', {
  summary:
    'Get figures as tables; each figure names the list and the filter of the rows behind it, if a list can show them',
  params: z.object({ name: z.enum(REPORT_NAMES) }),
  query: z.object({ period: z.enum(REPORT_PERIODS).default('last_12_months') }),
  audit: 'none',
  reply: success({ report: reportSchema }),
});

export const REPORT_ROWS_PAGE_SIZE = 50;

const rowSchema = z.object({
  id: z.number(),
  /** The day of the payment; of a task, when it was done or is due. */
  day: z.string(),
  client_id: z.number().nullable(),
  client_name: z.string().nullable(),
  /** The invoice or the task. */
  title: z.string(),
  invoice_id: z.number().nullable(),
  /** A kind of transaction, or the state of a task. */
  state: z.enum(['payment', 'refund', 'reversal', 'open', 'done']),
  /** For a payment, the client's owner; for a task, its owner or the agent who completed it. */
  agent_id: z.number().nullable(),
  /** In cents, below zero for a refund or a returned payment; null for a task. */
  amount_cents: z.number().nullable(),
});
export type ReportRow = z.output<typeof rowSchema>;

export const listReportRows = endpoint('GET /report-rows', 'agent', {
  summary: 'List the payments or tasks behind a figure of a report, newest first, with their sum',
  query: z.object({
    list: z.enum(ROW_LISTS),
    filter: filterSchema.optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(REPORT_ROWS_PAGE_SIZE),
  }),
  audit: { action: 'listed', of: 'client', rows: 'rows' },
  reply: success({ rows: z.array(rowSchema), total: z.number(), total_cents: z.number().nullable() }),
});
