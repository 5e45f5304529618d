import { z } from 'zod';
import { ownerFilterSchema, statusFilterSchema } from '../clients/schemas.ts';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { invoiceViewSchema } from '../invoices/endpoints.ts';
import { filterSchema, idSchema, instantSchema, textSchema } from '../schemas.ts';
import { newTaskSchema } from '../tasks/endpoints.ts';
import { BULK_FIELD_NAMES } from './fields.ts';

/** The most records that one bulk action changes. */
export const MAX_SELECTED = 50_000;

/** `draft` → run → `running` → `done` → undo → `undoing` → `undone`. A draft shows what would happen and changes nothing. */
const OPERATION_STATES = ['draft', 'running', 'done', 'undoing', 'undone'] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** `pending`: would change, or is still to be processed. */
const ITEM_STATES = ['pending', 'changed', 'skipped', 'rejected'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** The parameters of each kind of action. */
const PARAMS = {
  set_field: z.strictObject({
    field: z.enum(BULK_FIELD_NAMES, {
      error: 'must be a client field that is not stored encrypted',
    }),
    value: z.union([z.string(), z.number(), z.null()], { error: 'must be text, a number or null' }),
  }),
  add_task: newTaskSchema.pick({ title: true, due_day: true, due_time: true }).extend({
    /** An agent, no one, or each client's owner. */
    owner_agent_id: z.union([idSchema, z.literal('client_owner')]).nullable(),
  }),
  /** Starts a session with the forms of a bundle for each client, and emails its link. */
  send_session: z.strictObject({
    bundle_id: idSchema,
    session_type: textSchema(200).trim().min(1, 'must not be blank'),
  }),
  /** Reminds each client of the latest session that was emailed and is not completed. */
  send_reminder: z.strictObject({}),
  void_invoice: z.strictObject({}),
  send_invoice: z.strictObject({}),
} as const;

export type OperationKind = keyof typeof PARAMS;
export type OperationParams = { [Kind in OperationKind]: z.output<(typeof PARAMS)[Kind]> };
/** One bulk action: its kind and parameters. */
export type BulkActionInput<Kind extends OperationKind = OperationKind> = {
  [Each in Kind]: { kind: Each; params: OperationParams[Each] };
}[Kind];

const actionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set_field'), params: PARAMS.set_field }),
  z.strictObject({ kind: z.literal('add_task'), params: PARAMS.add_task }),
  z.strictObject({ kind: z.literal('send_session'), params: PARAMS.send_session }),
  z.strictObject({ kind: z.literal('send_reminder'), params: PARAMS.send_reminder }),
  z.strictObject({ kind: z.literal('void_invoice'), params: PARAMS.void_invoice }),
  z.strictObject({ kind: z.literal('send_invoice'), params: PARAMS.send_invoice }),
]);

/** Edits of several fields outside bulk actions, recorded so that they can be undone (decision 131). */
export const RECORDED_KINDS = ['edit_cells', 'apply_answers'] as const;
export type RecordedKind = (typeof RECORDED_KINDS)[number];

const recordedParams = z.strictObject({
  /** The operation of the audit log that contains the values before and after. */
  operation: z.string(),
  /** How many values changed. */
  values: z.number(),
});
export type RecordedParams = z.output<typeof recordedParams>;

const operationActionSchema = z.discriminatedUnion('kind', [
  ...actionSchema.options,
  ...RECORDED_KINDS.map((kind) => z.strictObject({ kind: z.literal(kind), params: recordedParams })),
]);

/** Records by id, or all that a list of clients or of invoices shows. */
const selectionSchema = z
  .strictObject({
    ids: z
      .array(idSchema)
      .min(1, 'must name at least one record')
      .max(MAX_SELECTED, `must name at most ${MAX_SELECTED} records`)
      .optional(),
    all: z
      .strictObject({
        status: statusFilterSchema.default('all'),
        owner: ownerFilterSchema.optional(),
        q: textSchema(200).optional(),
        filter: filterSchema.optional(),
      })
      .optional(),
    all_invoices: invoiceViewSchema.optional(),
  })
  .refine(
    ({ ids, all, all_invoices }) => [ids, all, all_invoices].filter((one) => one !== undefined).length === 1,
    'must contain either ids, all or all_invoices',
  );
export type Selection = z.output<typeof selectionSchema>;

export const operationSchema = z.object({
  id: z.number(),
  state: z.enum(OPERATION_STATES),
  action: operationActionSchema,
  agent_id: z.number().nullable(),
  agent_name: z.string(),
  created_at: instantSchema,
  finished_at: instantSchema.nullable(),
  /** How many records are in each state; `kept`: not undone, or not completely. */
  counts: z.object({
    total: z.number(),
    pending: z.number(),
    changed: z.number(),
    skipped: z.number(),
    rejected: z.number(),
    undone: z.number(),
    kept: z.number(),
  }),
  /** Until when it can be undone; null for a kind that cannot, or before it has run. */
  undo_until: instantSchema.nullable(),
  can_undo: z.boolean(),
  /** While a running action waits for a provider that is unavailable: since when, and until when it tries again. */
  waiting: z.object({ since: instantSchema, until: instantSchema }).nullable(),
  undone_at: instantSchema.nullable(),
  undone_by: z.string().nullable(),
});
export type Operation = z.output<typeof operationSchema>;

/** A few records before and after the change. */
const sampleSchema = z.array(
  z.object({
    record_id: z.number(),
    label: z.string(),
    from: z.union([z.string(), z.number(), z.null()]),
    to: z.union([z.string(), z.number(), z.null()]),
  }),
);
export type OperationSample = z.output<typeof sampleSchema>;

const previewSchema = {
  data: operationSchema,
  sample: sampleSchema,
  /** The total balance due of the invoices that a draft would change, in cents; null for other records. */
  balance_cents: z.number().nullable(),
};

const itemSchema = z.object({
  record_id: z.number(),
  /** The client, or the client of the record, if it still exists and the agent can see it. */
  client_id: z.number().nullable(),
  label: z.string(),
  state: z.enum(ITEM_STATES),
  undo: z.enum(['undone', 'kept']).nullable(),
  /** Why it was skipped, rejected or kept. */
  reason: z.string(),
});
export type OperationItem = z.output<typeof itemSchema>;

/** A draft that shows what would happen to each record; changes nothing. */
export const createOperation = endpoint('POST /operations', 'agent', {
  summary:
    'Preview a bulk action: how many records would change, and which would not and why; changes nothing',
  status: 201,
  body: z.strictObject({ action: actionSchema, selection: selectionSchema }),
  rateLimit: { max: 60, seconds: 60 },
  audit: { action: 'listed', of: 'client', rows: 'sample' },
  reply: success({ id: z.number(), ...previewSchema }),
});

export const listOperations = endpoint('GET /operations', 'agent', {
  summary:
    'List bulk actions of the last 30 days, and the latest 1,000 edits of several cells and applied answers: those of the caller, or of all agents for owners and developers',
  audit: 'none',
  reply: success({ data: z.array(operationSchema) }),
});

export const getOperation = endpoint('GET /operations/:id', 'agent', {
  summary: 'Get one bulk action with its counts; for a draft also some records before and after',
  audit: { action: 'opened', of: 'operation' },
  reply: success(previewSchema),
});

export const listOperationItems = endpoint('GET /operations/:id/items', 'agent', {
  summary: 'List the records of a bulk action with their outcome, page by page',
  query: z.object({
    show: z.enum(['all', ...ITEM_STATES, 'kept']).default('all'),
    page: z.coerce.number().int().min(1).max(MAX_SELECTED).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  audit: { action: 'listed', of: 'client', rows: 'data' },
  reply: success({ data: z.array(itemSchema), total: z.number() }),
});

export const runOperation = endpoint('POST /operations/:id/run', 'agent', {
  summary: 'Start a previewed bulk action',
  needsReauthentication: { when: 'to void invoices' },
  audit: 'own',
  reply: success({ data: operationSchema }),
});

export const stopOperation = endpoint('POST /operations/:id/stop', 'agent', {
  needsReauthentication: { never: 'changes no record; stops an action before it changes more' },
  audit: 'own',
  summary: 'Stop a running bulk action: changes already made stay, the remaining records are skipped',
  reply: success({ data: operationSchema }),
});

export const undoOperation = endpoint('POST /operations/:id/undo', 'agent', {
  audit: 'own',
  summary: 'Undo a bulk action within 30 days; values that were changed afterwards stay',
  reply: success({ data: operationSchema }),
});

export const deleteOperation = endpoint('DELETE /operations/:id', 'agent', {
  needsReauthentication: { never: 'discards a preview that has not run; no record changes' },
  summary: 'Discard a previewed bulk action that has not run',
  reply: doneReply,
});

export const downloadOperation = endpoint('GET /operations/:id/outcome', 'agent', {
  summary: 'Download the predicted or actual outcome of each record as CSV: id, name, outcome, reason',
  needsReauthentication: true,
  transport: 'stream',
  audit: { action: 'file_read', of: 'operation' },
  reply: z.string(),
});
