import { z } from 'zod';
import { endpoint, success } from '../../endpoint.ts';
import { idSchema } from '../../schemas.ts';
import { FIELD_NAMES, type FieldName, fieldNamed } from '../fields/catalog.ts';
import { clientRecordSchema } from '../schemas.ts';
import { canKeepAll, KEEP_ALL } from './join-notes.ts';

export const MAX_MERGED_CLIENTS = 5;

/** Fields that describe the relationship with the brokerage, not the person: the remaining client keeps its own values. */
export const RELATIONSHIP_FIELDS: ReadonlySet<FieldName> = new Set(['status', 'owner_agent_id']);

/** A card is chosen with all its fields: the number of one client never gets the expiry or the security code of another. */
export const PAYMENT_CARD_FIELDS: readonly [FieldName, ...FieldName[]] = [
  'name_on_card',
  'card_number',
  'exp_date',
  'cvc',
];

const fieldNameSchema = z.enum(FIELD_NAMES, { error: 'must be a client field' });

/**
 * By field, the client whose value the merged client gets, or `all` to join the notes of all. Omitted fields keep the
 * value of the remaining client; omitted fields of a card follow its other fields.
 */
const choicesSchema = z.partialRecord(fieldNameSchema, z.union([idSchema, z.literal(KEEP_ALL)]));
export type MergeChoices = z.output<typeof choicesSchema>;

function rejectJoined(choices: MergeChoices, ctx: z.RefinementCtx): void {
  for (const name of FIELD_NAMES) {
    if (choices[name] === KEEP_ALL && !canKeepAll(fieldNamed(name)))
      ctx.addIssue({
        code: 'custom',
        path: [name],
        message: 'must name one client: only notes can be joined',
      });
  }
}

/** How many records of each kind belong to a client: `tasks`, `invoices` … */
const movedSchema = z.record(z.string(), z.number());
export type MovedCounts = z.output<typeof movedSchema>;

export const previewMerge = endpoint('GET /clients/merge', 'agent', {
  summary: 'Compare two to five clients, with the suggested client to keep and the suggested values',
  query: z.object({
    ids: z
      .string()
      .max(200)
      .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be ids separated by commas')
      .transform((text) => [...new Set(text.split(',').map(Number))])
      .refine((ids) => ids.length >= 2 && ids.length <= MAX_MERGED_CLIENTS, 'must name 2 to 5 clients'),
  }),
  audit: { action: 'listed', of: 'client', rows: 'data' },
  reply: success({
    data: z.array(z.object({ id: z.number(), client: clientRecordSchema, related: movedSchema })),
    into: z.number(),
    choices: choicesSchema,
    /** Secrets whose values differ between the clients, which their masks cannot show. */
    differing_secrets: z.array(fieldNameSchema),
  }),
});

export const mergeClients = endpoint('POST /clients/merge', 'agent', {
  summary: 'Merge clients into one; their records move to it, and the merge can be undone for 30 days',
  needsReauthentication: { never: 'nothing is deleted: the merge can be undone for 30 days' },
  body: z.strictObject({
    into: idSchema,
    others: z
      .array(idSchema)
      .min(1)
      .max(MAX_MERGED_CLIENTS - 1),
    choices: choicesSchema.superRefine(rejectJoined).default({}),
    /** `updated_at` of each client as the agent saw it: a client that changed since must be reviewed again. */
    seen: z.record(z.string().regex(/^\d{1,15}$/), z.string().max(40)),
  }),
  reply: success({ merge_id: z.number(), id: z.number(), moved: movedSchema }),
});

export const undoMerge = endpoint('POST /clients/merges/:id/undo', 'agent', {
  summary: 'Restore merged clients with their records; values that were changed since stay and are named',
  reply: success({
    id: z.number(),
    restored: z.array(z.number()),
    /** Labels of fields that keep their current value. */
    kept_fields: z.array(z.string()),
    /** Records that were deleted or moved since. */
    kept_records: z.number(),
  }),
});

export const listMerges = endpoint('GET /clients/merges', 'agent', {
  summary: 'List the merges of the last 30 days, newest first',
  audit: { action: 'listed', of: 'client', rows: 'clients' },
  reply: success({
    data: z.array(
      z.object({
        id: z.number(),
        client_id: z.number(),
        client_name: z.string(),
        merged: z.array(z.object({ id: z.number(), name: z.string() })),
        moved: movedSchema,
        merged_by: z.string(),
        merged_at: z.string(),
        undone_at: z.string().nullable(),
      }),
    ),
    /** The remaining clients of these merges. */
    clients: z.array(z.object({ id: z.number() })),
  }),
});
