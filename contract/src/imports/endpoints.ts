import { z } from 'zod';
import { FIELD_NAMES } from '../clients/fields/catalog.ts';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { ROW_FILTERS, ROW_OUTCOMES } from '../lists.ts';
import { DATE_ORDER_EVIDENCE, DATE_ORDERS } from '../rules.ts';
import { instantSchema } from '../schemas.ts';
import { COLUMN_TARGETS } from './column-targets.ts';
import { IMPORT_KINDS, POLICY_TARGETS } from './policy-columns.ts';

/** The largest file, and the most rows, columns and characters per cell of an import. */
export const IMPORT_LIMITS = { bytes: 25 * 1024 * 1024, rows: 20_000, columns: 250, cell: 100_000 } as const;

/**
 * `uploaded` → check → `checking` → `checked` → run → `running` → `done` → revert → `reverting` → `reverted`. `failed`:
 * the run stopped halfway; it can be resumed or reverted.
 */
export const IMPORT_STATES = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'reverting',
  'reverted',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What identifies a row's existing client. */
export const MATCH_KEYS = ['email', 'phone', 'name_dob'] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];

/**
 * Identity fields of a client: an update that would replace the SSN, or several of these, needs a confirmation
 * (decision 083).
 */
const IDENTITY_PARTS = ['name', 'dob', 'ssn'] as const;
export type IdentityPart = (typeof IDENTITY_PARTS)[number];

/** What happens to a row whose client or policy already exists. An import of policies never creates a second one. */
export const DUPLICATE_CHOICES = ['create', 'update', 'skip'] as const;
export type DuplicateChoice = (typeof DUPLICATE_CHOICES)[number];

const importFindingSchema = z.object({
  /** An error rejects the row. A warning does not; a cell that cannot be parsed is left out. */
  level: z.enum(['error', 'warning']),
  field: z.enum([...FIELD_NAMES, ...POLICY_TARGETS]).nullable(),
  message: z.string(),
});
export type ImportFinding = z.output<typeof importFindingSchema>;

/** The field of each file column, null for a skipped column; one column per field. */
const columnMappingSchema = z
  .array(z.enum(COLUMN_TARGETS, { error: 'must be a client field' }).nullable())
  .max(IMPORT_LIMITS.columns)
  .refine((fields) => fields.some((field) => field !== null), 'At least one column must be imported')
  .refine((fields) => {
    const used = fields.filter((field) => field !== null);
    return new Set(used).size === used.length;
  }, 'Each field can take one column only');
export type ColumnMapping = z.output<typeof columnMappingSchema>;

export const importSchema = z.object({
  id: z.number(),
  kind: z.enum(IMPORT_KINDS),
  file_name: z.string(),
  state: z.enum(IMPORT_STATES),
  agent_id: z.number().nullable(),
  agent_name: z.string(),
  created_at: instantSchema,
  finished_at: instantSchema.nullable(),
  /** Column names as in the file; an unnamed column is 'Column 3'. */
  headers: z.array(z.string()),
  /** The sheets of the file, with the reason if one cannot be imported; a CSV file is one sheet without a name. */
  sheets: z.array(z.object({ name: z.string(), problem: z.string().nullable() })),
  /** The imported sheet, by its position. */
  sheet: z.number(),
  /** The row with the column names; rows above it are titles. */
  header_row: z.number(),
  /** The column that is split into first and last name, which adds two columns at the end of `headers`. */
  name_column: z.number().nullable(),
  /** The mapping guessed from the headers until a check sets it. */
  mapping: z.array(z.enum(COLUMN_TARGETS).nullable()),
  match: z.array(z.enum(MATCH_KEYS)),
  duplicates: z.enum(DUPLICATE_CHOICES),
  /** The order of month and day that the agent chose; null uses the order that the file determines. */
  date_order: z.enum(DATE_ORDERS).nullable(),
  /** The order that the dates of each column determine. */
  date_proofs: z.array(z.enum(DATE_ORDER_EVIDENCE).nullable()),
  row_count: z.number(),
  /** Rows that the running job has processed, and all of them; equal when no job runs. */
  progress: z.object({ done: z.number(), total: z.number() }),
  /** Predicted after a check, actual after a run. `warnings` counts rows with a warning. */
  counts: z.object({
    created: z.number(),
    updated: z.number(),
    skipped: z.number(),
    refused: z.number(),
    warnings: z.number(),
    /** Rows that a revert restored, and rows that it could not restore completely. */
    reverted: z.number(),
    kept: z.number(),
    /** Rows whose update is skipped until an agent confirms it. */
    unconfirmed: z.number(),
  }),
  /** Why the last job stopped, as a sentence. */
  error: z.string().nullable(),
});
export type Import = z.output<typeof importSchema>;

/** The first rows with secrets masked, for choosing the mapping; empty once the cells are deleted. */
const sampleSchema = z.array(z.array(z.string()));

/** The first rows of the sheet with secrets masked, titles included, for choosing the header row. */
const headSchema = z.array(z.object({ row_number: z.number(), cells: z.array(z.string()) }));

export const uploadImport = endpoint('POST /imports', 'agent', {
  summary:
    'Read a CSV, XLSX, ODS or HTML table (multipart, one file part), find its column names and guess their fields; changes no client',
  query: z.object({ kind: z.enum(IMPORT_KINDS).default('clients') }),
  transport: 'multipart',
  status: 201,
  bodyLimit: IMPORT_LIMITS.bytes + 1024 * 1024,
  rateLimit: { max: 60, seconds: 60 },
  reply: success({ id: z.number(), data: importSchema, sample: sampleSchema, head: headSchema }),
});

export const listImports = endpoint('GET /imports', 'agent', {
  summary: 'List the latest 100 imports: those of the caller, or of all agents for owners and developers',
  audit: 'none',
  reply: success({ data: z.array(importSchema) }),
});

export const getImport = endpoint('GET /imports/:id', 'agent', {
  summary: 'Get one import with progress, sample rows and findings by frequency',
  audit: { action: 'opened', of: 'import' },
  reply: success({
    data: importSchema,
    sample: sampleSchema,
    head: headSchema,
    /** The 50 most frequent findings; empty while a job runs. */
    findings: z.array(importFindingSchema.extend({ rows: z.number() })),
  }),
});

export const setImportLayout = endpoint('POST /imports/:id/layout', 'agent', {
  summary: 'Choose the sheet, the header row and the full-name column; columns are guessed again',
  body: z.strictObject({
    sheet: z.int().min(0).max(1000),
    /** Null detects it. */
    header_row: z.int().min(1).max(2_000_000).nullable(),
    /** A column that holds first and last name, or null for none; guessed when left out. */
    name_column: z.int().min(0).max(IMPORT_LIMITS.columns).nullable().optional(),
  }),
  reply: success({ data: importSchema }),
});

export const checkImport = endpoint('POST /imports/:id/check', 'agent', {
  summary: 'Start the dry run: state checking, then checked; can be repeated with other choices',
  body: z.strictObject({
    mapping: columnMappingSchema,
    match: z
      .array(z.enum(MATCH_KEYS))
      .max(MATCH_KEYS.length)
      .default([...MATCH_KEYS]),
    /** Unchanged if omitted. Initially, existing clients are skipped and existing policies are updated. */
    duplicates: z.enum(DUPLICATE_CHOICES).optional(),
    /** Required where the dates of the file do not determine the order. */
    date_order: z.enum(DATE_ORDERS).nullable().default(null),
  }),
  reply: success({ data: importSchema }),
});

const importRowSchema = z.object({
  /** As numbered in the spreadsheet, which counts titles and column names too. */
  row_number: z.number(),
  /** Whom the row is about: the name, else email or phone. */
  label: z.string(),
  /** Predicted by the dry run; null before it. */
  plan: z.enum(ROW_OUTCOMES).nullable(),
  /** The actual outcome; null before the run. */
  outcome: z.enum(ROW_OUTCOMES).nullable(),
  /** The client that was created or updated. */
  client_id: z.number().nullable(),
  /** `value`: the content of the cell, masked where secret; null once it is deleted. */
  findings: z.array(importFindingSchema.extend({ value: z.string().nullable() })),
  /** Existing clients (client_id) or earlier rows of the file (row_number) that it duplicates, and by what. */
  matches: z.array(
    z.object({
      client_id: z.number().nullable(),
      row_number: z.number().nullable(),
      name: z.string(),
      by: z.array(z.enum(MATCH_KEYS)),
    }),
  ),
  revert: z.enum(['reverted', 'kept']).nullable(),
  /** The identity fields that the update would replace; the row is skipped unless `confirmed`. */
  to_confirm: z.array(z.enum(IDENTITY_PARTS)),
  confirmed: z.boolean(),
});
export type ImportRow = z.output<typeof importRowSchema>;

export const listImportRows = endpoint('GET /imports/:id/rows', 'agent', {
  summary: 'List rows with their findings, page by page, by outcome (predicted or actual)',
  query: z.object({
    filter: z.enum(ROW_FILTERS).default('all'),
    page: z.coerce.number().int().min(1).max(20_000).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  audit: { action: 'opened', of: 'import' },
  reply: success({ data: z.array(importRowSchema), total: z.number() }),
});

export const runImport = endpoint('POST /imports/:id/run', 'agent', {
  summary: 'Start writing a checked import, or resume a failed one',
  reply: success({ data: importSchema }),
});

export const confirmImportRow = endpoint('POST /imports/:id/confirm-row', 'agent', {
  summary: 'Confirm that one row of a checked import may replace a client’s identity, or withdraw that',
  body: z.strictObject({ row_number: z.int().min(1), confirmed: z.boolean() }),
  reply: success({ data: importSchema }),
});

export const revertImport = endpoint('POST /imports/:id/revert', 'agent', {
  needsReauthentication: true,
  summary:
    'Revert an import within 30 days: created clients are deleted, updated fields restored; later changes stay',
  reply: success({ data: importSchema }),
});

export const deleteImport = endpoint('DELETE /imports/:id', 'agent', {
  needsReauthentication: { never: 'removes an upload that has not run; no client changes' },
  summary: 'Discard an import that has not run, with its rows',
  reply: doneReply,
});

export const downloadImportOutcome = endpoint('GET /imports/:id/outcome', 'agent', {
  summary:
    'Download the predicted or actual outcome of each row as CSV: row number, outcome, client, reasons',
  needsReauthentication: true,
  transport: 'stream',
  audit: { action: 'file_read', of: 'import' },
  reply: z.string(),
});
