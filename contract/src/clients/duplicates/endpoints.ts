import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { idSchema, instantSchema, textSchema } from '../../schemas.ts';

/** Why a client may be the same person. `same_name` and `similar_name` appear only if a birth date is missing. */
const MATCH_REASONS = [
  'phone',
  'email',
  'name_dob',
  'similar_name_dob',
  'same_name',
  'similar_name',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

const reasonsSchema = z.array(z.enum(MATCH_REASONS));

const comparedClientSchema = z.object({
  id: z.number(),
  client_first_name: z.string().nullable(),
  client_last_name: z.string().nullable(),
  dob: z.string().nullable(),
  primary_email: z.string().nullable(),
  primary_phone: z.string().nullable(),
});
export type ComparedClient = z.output<typeof comparedClientSchema>;

/** A client who may be the same person, and why. */
const likelyClientSchema = comparedClientSchema.extend({ reasons: reasonsSchema });
export type LikelyClient = z.output<typeof likelyClientSchema>;

const searchText = textSchema(200).optional();

/** A hint, never a block: families share phones and emails (decision 126). */
export const findDuplicates = endpoint('GET /clients/duplicates', 'agent', {
  summary: 'Find clients who may be the person described, best match first, at most 5; each with its reasons',
  query: z.object({
    first_name: searchText,
    last_name: searchText,
    email: searchText,
    phone: searchText,
    dob: z.iso.date().optional(),
    /** The client that these values belong to; it is left out of the result. */
    except: idSchema.optional(),
  }),
  audit: {
    action: 'listed',
    of: 'client',
    rows: 'data',
    text: ['first_name', 'last_name', 'email', 'phone'],
  },
  reply: success({ data: z.array(likelyClientSchema) }),
});

export const DUPLICATE_PAGE_SIZE = 25;

/** Two clients who may be one person. */
const duplicatePairSchema = z.object({
  id: z.number(),
  clients: z.tuple([comparedClientSchema, comparedClientSchema]),
  /** Why they may be one person, by their current values; empty if the clients changed after the scan and nothing matches anymore. */
  reasons: reasonsSchema,
  dismissed_at: instantSchema.nullable(),
  dismissed_by: z.string().nullable(),
});
export type DuplicatePair = z.output<typeof duplicatePairSchema>;

const scanSchema = z.object({
  /** `stopped`: it was interrupted and can be started again. */
  state: z.enum(['running', 'finished', 'stopped']),
  started_at: instantSchema,
  finished_at: instantSchema.nullable(),
  /** Compared clients; null for agents with restricted access. */
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
});
export type DuplicateScan = z.output<typeof scanSchema>;

export const listDuplicatePairs = endpoint('GET /clients/duplicates/pairs', 'agent', {
  summary: 'List likely duplicates that the last scan found, strongest first, and the state of the scan',
  query: z.object({
    is_dismissed: z.enum(['true', 'false']).default('false'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  audit: { action: 'listed', of: 'client', rows: 'clients' },
  reply: success({
    data: z.array(duplicatePairSchema),
    total: z.number(),
    /** The clients of these pairs. */
    clients: z.array(z.object({ id: z.number() })),
    /** The latest scan; null before the first one. */
    scan: scanSchema.nullable(),
    can_scan: z.boolean(),
  }),
});

export const updateDuplicatePair = endpoint('PATCH /clients/duplicates/pairs/:id', 'agent', {
  summary:
    'Dismiss a pair as not duplicates, or undo that; it is suggested again once one of the compared fields changes',
  body: z.strictObject({ is_dismissed: z.boolean() }),
  reply: doneReply,
});

export const scanDuplicates = endpoint('POST /clients/duplicates/scan', 'agent', {
  summary: 'Compare all clients now; for agents who see all clients. Continues a scan that is running',
  reply: success({ scan: scanSchema }),
});
