import { z } from 'zod';
import { FIELD_NAMES } from '../clients/fields/catalog.ts';
import {
  confirmNumbers,
  directionSchema,
  ownerFilterSchema,
  statusFilterSchema,
} from '../clients/schemas.ts';
import { endpoint, success } from '../endpoint.ts';
import { filterSchema, idSchema, textSchema, thenBySchema } from '../schemas.ts';

/** Maximum rows per ledger window. */
export const MAX_LEDGER_ROWS = 500;
/** Maximum cells per paste, fill or bulk edit. */
export const MAX_LEDGER_CELLS = 50_000;

const fieldNameSchema = z.enum(FIELD_NAMES, { error: 'must be a client field' });
const cellValueSchema = z.union([z.string(), z.number(), z.null()]);

/** What the ledger sorts by; `name` is last name, then first name. */
export const LEDGER_SORTS = ['name', 'created_at', ...FIELD_NAMES] as const;

const ledgerViewSchema = z.object({
  status: statusFilterSchema.default('all'),
  owner: ownerFilterSchema.optional(),
  q: textSchema(200).optional(),
  filter: filterSchema.optional(),
  sort: z.enum(LEDGER_SORTS).default('name'),
  direction: directionSchema.default('asc'),
  then_by: thenBySchema(LEDGER_SORTS).optional(),
});
export type LedgerView = z.output<typeof ledgerViewSchema>;

export const getLedgerIndex = endpoint('GET /ledger/index', 'agent', {
  summary: 'List the ids of all clients in order for a sort and filter',
  isHot: true,
  query: ledgerViewSchema,
  audit: { action: 'searched', of: 'ledger', found: 'ids', text: ['q'] },
  reply: success({ ids: z.array(z.number()), total: z.number() }),
});

export const getLedgerRows = endpoint('GET /ledger/rows', 'agent', {
  summary: 'Get up to 500 clients as arrays of cells in catalog order; `columns` starts with id',
  isHot: true,
  query: z.object({
    ids: z
      .string()
      .max(20_000)
      .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be ids separated by commas')
      .transform((text) => text.split(',').map(Number))
      .refine((ids) => ids.length <= MAX_LEDGER_ROWS, `must name at most ${MAX_LEDGER_ROWS} clients`),
    /** Only these fields, comma-separated, in catalog order; all fields by default. */
    fields: z
      .string()
      .max(10_000)
      .transform((text) => text.split(','))
      .pipe(z.array(fieldNameSchema))
      .optional(),
  }),
  audit: { action: 'listed', of: 'ledger', rows: 'ids' },
  reply: success({ columns: z.array(z.string()), rows: z.array(z.array(cellValueSchema)) }),
});

const ledgerCellSchema = z.strictObject({
  id: idSchema,
  field: fieldNameSchema,
  value: cellValueSchema,
  /** The value the agent saw; a different stored value is a conflict. Without it the cell is written regardless. */
  was: cellValueSchema.optional(),
});

/** Why one cell of a bulk write was rejected, or stored with a warning. */
export const rejectedCellSchema = z.object({
  id: z.number().nullable(),
  row: z.string().nullable(),
  field: z.string(),
  message: z.string(),
  /** For a conflict: the currently stored value. */
  theirs: cellValueSchema.optional(),
});
export type RejectedCell = z.output<typeof rejectedCellSchema>;

export const saveLedgerCells = endpoint('PATCH /ledger/cells', 'agent', {
  needsReauthentication: { when: 'to remove rows other than those just created in this sign-in' },
  summary:
    'Save a paste, fill, undo or bulk edit: one transaction, all or nothing; details.cells names rejected cells, or those with an incomplete number to confirm (unconfirmed_number)',
  bodyLimit: 16 * 1024 * 1024,
  body: z.strictObject({
    cells: z.array(ledgerCellSchema).max(MAX_LEDGER_CELLS).default([]),
    /** Rows to create in the same transaction; `row` is the browser's temporary id of each. */
    create: z
      .array(
        z.strictObject({ row: textSchema(100), values: z.partialRecord(fieldNameSchema, cellValueSchema) }),
      )
      .max(5000)
      .default([]),
    /** Rows to remove, to undo their creation; a row with related data is rejected. */
    remove: z.array(idSchema).max(5000).default([]),
    /**
     * Fields to restore to an earlier value, without validation: for undo of secrets, which the browser never has,
     * and of incomplete numbers. A field gets the value that its latest change from `to` to `was`, both as shown in the
     * ledger, replaced; without `to`, the value that its last change replaced.
     */
    restore: z
      .array(
        z.strictObject({
          id: idSchema,
          field: fieldNameSchema,
          was: cellValueSchema.optional(),
          to: cellValueSchema.optional(),
        }),
      )
      .max(5000)
      .default([]),
    confirm_numbers: confirmNumbers,
  }),
  unkeyed: ['confirm_numbers'],
  reply: success({
    saved: z.number(),
    created: z.array(z.object({ row: z.string(), id: z.number() })),
    /** Cells whose stored value differs from the sent one: masks of secrets, sanitized notes. */
    cells: z.array(z.object({ id: z.number(), field: z.string(), value: cellValueSchema })),
    /** Numbers whose leading zero was restored. */
    warnings: z.array(rejectedCellSchema).optional(),
  }),
});

export const exportLedger = endpoint('POST /ledger/export', 'agent', {
  summary:
    'Export the current view as CSV: columns, sort and filter; formulas neutralized, secrets masked, export logged',
  needsReauthentication: true,
  transport: 'stream',
  body: z.strictObject({
    ...ledgerViewSchema.shape,
    columns: z.array(fieldNameSchema).min(1).max(FIELD_NAMES.length),
    /** Only these clients of the view. */
    ids: z.array(idSchema).min(1).max(MAX_LEDGER_CELLS).optional(),
  }),
  audit: 'own',
  reply: z.string(),
});
