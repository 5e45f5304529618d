import { z } from 'zod';
import { FIELD_NAMES } from '../clients/fields/catalog.ts';
import { answer, doneAnswer, endpoint } from '../endpoint.ts';
import { ROW_FILTERS, ROW_OUTCOMES } from '../lists.ts';
import { DATE_ORDER_EVIDENCE, DATE_ORDERS } from '../rules.ts';
import { instantSchema } from '../schemas.ts';
import { COLUMN_TARGETS } from './column-targets.ts';

/** Largest file, rows, columns and characters in a cell that an import takes. */
export const IMPORT_LIMITS = { bytes: 25 * 1024 * 1024, rows: 20_000, columns: 250, cell: 100_000 } as const;

/**
 * `uploaded` → check → `checking` → `checked` → run → `running` → `done` → revert → `reverting` → `reverted`.
 * `failed`: the run stopped half way; it can be run on or reverted.
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

/** What a row's client is recognised by. */
export const MATCH_KEYS = ['email', 'phone', 'name_dob'] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];

/** What identifies a client: an update that would replace the SSN, or several of these, needs a confirmation (decision 083). */
const IDENTITY_PARTS = ['name', 'dob', 'ssn'] as const;
export type IdentityPart = (typeof IDENTITY_PARTS)[number];

/** What happens to a row whose client exists. */
export const DUPLICATE_CHOICES = ['create', 'update', 'skip'] as const;
export type DuplicateChoice = (typeof DUPLICATE_CHOICES)[number];

/** What the dry run foresees for a row, and what became of it. */

const importFindingSchema = z.object({
  /** An error refuses the row. A warning does not; a cell that cannot be read is left out. */
  level: z.enum(['error', 'warning']),
  field: z.enum(FIELD_NAMES).nullable(),
  message: z.string(),
});
export type ImportFinding = z.output<typeof importFindingSchema>;

/** The field of each column of the file, null for a column left out; one column per field. */
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
  file_name: z.string(),
  state: z.enum(IMPORT_STATES),
  agent_id: z.number().nullable(),
  agent_name: z.string(),
  created_at: instantSchema,
  finished_at: instantSchema.nullable(),
  /** Column names as the file has them; a nameless column is 'Column 3'. */
  headers: z.array(z.string()),
  /** The sheets of the file, with why one cannot be imported; a CSV file is one sheet without a name. */
  sheets: z.array(z.object({ name: z.string(), problem: z.string().nullable() })),
  /** The sheet that is imported, by its position. */
  sheet: z.number(),
  /** The row with the column names; rows above it are titles. */
  header_row: z.number(),
  /** The column that is split into first and last name: two more columns at the end of `headers`. */
  name_column: z.number().nullable(),
  /** The mapping guessed from the headers until a check sets it. */
  mapping: z.array(z.enum(COLUMN_TARGETS).nullable()),
  match: z.array(z.enum(MATCH_KEYS)),
  duplicates: z.enum(DUPLICATE_CHOICES),
  /** The order of month and day that the agent chose; null leaves it to what the file proves. */
  date_order: z.enum(DATE_ORDERS).nullable(),
  /** What the dates of each column prove. */
  date_proofs: z.array(z.enum(DATE_ORDER_EVIDENCE).nullable()),
  row_count: z.number(),
  /** Rows the running job has worked through, and all of them; equal when no job runs. */
  progress: z.object({ done: z.number(), total: z.number() }),
  /** Foreseen after a check, real after a run. `warnings` counts rows with a warning. */
  counts: z.object({
    created: z.number(),
    updated: z.number(),
    skipped: z.number(),
    refused: z.number(),
    warnings: z.number(),
    /** Rows whose change a revert took back, and rows it could not take back whole. */
    reverted: z.number(),
    kept: z.number(),
    /** Rows whose update is skipped until an agent confirms it. */
    unconfirmed: z.number(),
  }),
  /** Why the last job stopped, as a sentence. */
  error: z.string().nullable(),
});
export type Import = z.output<typeof importSchema>;

/** The first rows with secrets masked, for choosing the mapping; empty once the cells are gone. */
const sampleSchema = z.array(z.array(z.string()));

/** The first rows of the sheet with secrets masked, titles included, for choosing the row with the column names. */
const headSchema = z.array(z.object({ row_number: z.number(), cells: z.array(z.string()) }));

export const uploadImport = endpoint('uploadImport', 'POST /imports', 'agent', {
  summary:
    'Reads a CSV, XLSX, ODS or HTML table (multipart, one file part), finds its column names and guesses its columns; changes no client',
  transport: 'multipart',
  status: 201,
  bodyLimit: IMPORT_LIMITS.bytes + 1024 * 1024,
  rateLimit: { max: 60, seconds: 60 },
  reply: answer({ id: z.number(), data: importSchema, sample: sampleSchema, head: headSchema }),
});

export const listImports = endpoint('listImports', 'GET /imports', 'agent', {
  summary: 'The latest 100 imports: own ones; every agent’s for owners and developers',
  audit: 'none',
  reply: answer({ data: z.array(importSchema) }),
});

export const getImport = endpoint('getImport', 'GET /imports/:id', 'agent', {
  summary: 'One import with progress, sample rows and findings by frequency',
  audit: { action: 'opened', of: 'import' },
  reply: answer({
    data: importSchema,
    sample: sampleSchema,
    head: headSchema,
    /** The 50 most frequent findings; empty while a job works. */
    findings: z.array(importFindingSchema.extend({ rows: z.number() })),
  }),
});

export const setImportLayout = endpoint('setImportLayout', 'POST /imports/:id/layout', 'agent', {
  summary: 'Chooses sheet, row with the column names and column with whole names; columns are guessed again',
  body: z.strictObject({
    sheet: z.int().min(0).max(1000),
    /** Null finds it. */
    header_row: z.int().min(1).max(2_000_000).nullable(),
    /** A column that holds first and last name, or null for none; left out, it is guessed. */
    name_column: z.int().min(0).max(IMPORT_LIMITS.columns).nullable().optional(),
  }),
  reply: answer({ data: importSchema }),
});

export const checkImport = endpoint('checkImport', 'POST /imports/:id/check', 'agent', {
  summary: 'Starts the dry run: state checking, then checked; can be repeated with other choices',
  body: z.strictObject({
    mapping: columnMappingSchema,
    match: z
      .array(z.enum(MATCH_KEYS))
      .max(MATCH_KEYS.length)
      .default([...MATCH_KEYS]),
    duplicates: z.enum(DUPLICATE_CHOICES).default('skip'),
    /** Required where the dates of the file do not prove the order. */
    date_order: z.enum(DATE_ORDERS).nullable().default(null),
  }),
  reply: answer({ data: importSchema }),
});

const importRowSchema = z.object({
  /** As the spreadsheet numbers it: the column names are row 1. */
  row_number: z.number(),
  /** Who the row is about: names, else email or phone. */
  label: z.string(),
  /** Foreseen by the dry run; null before it. */
  plan: z.enum(ROW_OUTCOMES).nullable(),
  /** What became of the row; null before it ran. */
  outcome: z.enum(ROW_OUTCOMES).nullable(),
  /** The client created or updated. */
  client_id: z.number().nullable(),
  /** `value`: what the cell holds, masked where secret; null when it is gone. */
  findings: z.array(importFindingSchema.extend({ value: z.string().nullable() })),
  /** Existing clients (client_id) or earlier rows of the file (row_number) that it repeats, and by what. */
  matches: z.array(
    z.object({
      client_id: z.number().nullable(),
      row_number: z.number().nullable(),
      name: z.string(),
      by: z.array(z.enum(MATCH_KEYS)),
    }),
  ),
  revert: z.enum(['reverted', 'kept']).nullable(),
  /** What of the client's identity the update would replace; the row is skipped unless `confirmed`. */
  to_confirm: z.array(z.enum(IDENTITY_PARTS)),
  confirmed: z.boolean(),
});
export type ImportRow = z.output<typeof importRowSchema>;

export const listImportRows = endpoint('listImportRows', 'GET /imports/:id/rows', 'agent', {
  summary: 'Rows with their findings, page by page, by outcome (foreseen or real)',
  query: z.object({
    filter: z.enum(ROW_FILTERS).default('all'),
    page: z.coerce.number().int().min(1).max(20_000).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  audit: { action: 'opened', of: 'import' },
  reply: answer({ data: z.array(importRowSchema), total: z.number() }),
});

export const runImport = endpoint('runImport', 'POST /imports/:id/run', 'agent', {
  summary: 'Starts writing a checked import, or goes on with a failed one',
  reply: answer({ data: importSchema }),
});

export const confirmImportRow = endpoint('confirmImportRow', 'POST /imports/:id/confirm-row', 'agent', {
  summary: 'Confirms that one row of a checked import may replace a client’s identity, or withdraws that',
  body: z.strictObject({ row_number: z.int().min(1), confirmed: z.boolean() }),
  reply: answer({ data: importSchema }),
});

export const revertImport = endpoint('revertImport', 'POST /imports/:id/revert', 'agent', {
  needsReauthentication: true,
  summary:
    'Takes an import back: created clients go, updated fields get their old values; later changes stay',
  reply: answer({ data: importSchema }),
});

export const deleteImport = endpoint('deleteImport', 'DELETE /imports/:id', 'agent', {
  needsReauthentication: { never: 'removes an upload that has not run; no client changes' },
  summary: 'Gives up an import that has not run; its rows are removed',
  reply: doneAnswer,
});

export const downloadImportOutcome = endpoint('downloadImportOutcome', 'GET /imports/:id/outcome', 'agent', {
  summary: 'CSV of what became of each row, or will: row number, outcome, client, reasons',
  needsReauthentication: true,
  transport: 'stream',
  audit: { action: 'file_read', of: 'import' },
  reply: z.string(),
});
