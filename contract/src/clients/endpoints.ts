import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { CLIENT_SORTS } from '../lists.ts';
import {
  filterSchema,
  idSchema,
  reasonSchema,
  textSchema,
  thenBySchema,
  truncatedSchema,
} from '../schemas.ts';
import { FIELD_NAMES } from './fields/catalog.ts';
import {
  clientCreationSchema,
  clientRecordSchema,
  clientRowSchema,
  clientUpdateSchema,
  directionSchema,
  ownerFilterSchema,
  savedClientSchema,
  statusCountsSchema,
  statusFilterSchema,
  valueWarningsSchema,
} from './schemas.ts';

const fieldNameSchema = z.enum(FIELD_NAMES, { error: 'must be a client field' });
const searchText = textSchema(200);

/** The client list (decisions A3): a page when `page` is given, else the first 1,000 in short form. */
export const listClients = endpoint('GET /clients', 'agent', {
  summary: 'List the clients of one page, or the first 1,000, with total and counts by status',
  isHot: true,
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    page_size: z.coerce.number().int().min(1).max(100).default(15),
    status: statusFilterSchema.default('all'),
    owner: ownerFilterSchema.optional(),
    q: searchText.optional(),
    filter: filterSchema.optional(),
    sort: z.enum(CLIENT_SORTS).default('name'),
    direction: directionSchema.default('asc'),
    then_by: thenBySchema(CLIENT_SORTS).optional(),
  }),
  audit: { action: 'listed', of: 'client', rows: 'data', text: ['q'] },
  reply: success({
    data: z.array(clientRowSchema),
    total: z.number(),
    counts: statusCountsSchema,
    truncated: truncatedSchema,
  }),
});

export const getClient = endpoint('GET /clients/:id', 'agent_or_client', {
  summary:
    'Get one client with every field, secrets as masks; name, contact and birth date for a client token (decisions B16)',
  audit: { action: 'opened', of: 'client' },
  reply: success({ data: clientRecordSchema.partial({ created_at: true, updated_at: true }) }),
});

/**
 * The agent opened a client that the browser had prefetched: the client is not read again, but the audit log records the
 * opening (decision 063).
 */
export const recordClientOpened = endpoint('POST /clients/:id/opened', 'agent', {
  summary: 'Record in the audit log that a prefetched client was opened',
  audit: { action: 'opened', of: 'client' },
  reply: doneReply,
});

export const createClient = endpoint('POST /clients', 'agent', {
  summary: 'Create a client; an incomplete number needs confirmation (unconfirmed_number)',
  status: 201,
  body: clientCreationSchema,
  unkeyed: ['confirm_numbers'],
  reply: success({ id: z.number(), data: clientRecordSchema, warnings: valueWarningsSchema }),
});

/**
 * A value that differs from the one in `was` is not overwritten: 409 with `details.cells`, each with `theirs`. Without
 * `was` the last write wins.
 */
export const updateClient = endpoint('PUT /clients/:id', 'agent', {
  summary:
    'Change the given fields and leave the others unchanged; returns them as stored, and `updated_at`; an incomplete number needs confirmation (unconfirmed_number)',
  body: clientUpdateSchema,
  unkeyed: ['confirm_numbers'],
  // The response contains only fields that the caller sent.
  audit: 'none',
  reply: success({ data: savedClientSchema, warnings: valueWarningsSchema }),
  isHot: true,
});

export const deleteClient = endpoint('DELETE /clients/:id', 'agent', {
  summary: 'Delete a client that has no related data (decisions A7)',
  needsReauthentication: true,
  reply: doneReply,
});

export const getRelatedData = endpoint('GET /clients/:id/related-data', 'agent', {
  summary: 'Count the related records of a client that block its deletion (decisions A5, A6)',
  audit: { action: 'opened', of: 'client' },
  reply: success({
    data: z.object({
      sessions: z.number(),
      documents: z.number(),
      forms: z.number(),
      invoices: z.number(),
      policies: z.number(),
      hasRelated: z.boolean(),
    }),
  }),
});

export const searchClients = endpoint('GET /clients/search', 'agent', {
  summary: 'Find clients that match all given conditions; no condition finds nothing (decisions A22)',
  query: z.object({
    email: searchText.optional(),
    phone: searchText.optional(),
    first_name: searchText.optional(),
    last_name: searchText.optional(),
    q: searchText.optional(),
  }),
  audit: {
    action: 'listed',
    of: 'client',
    rows: 'data',
    text: ['q', 'first_name', 'last_name', 'email', 'phone'],
  },
  reply: success({ data: z.array(clientRowSchema) }),
});

export const revealClientField = endpoint('POST /clients/:id/reveal', 'agent', {
  summary: 'Reveal one secret value in plain text; every reveal is logged',
  body: z.strictObject({ field: fieldNameSchema, reason: reasonSchema }),
  reply: success({ field: z.string(), value: z.string().nullable() }),
  isSecret: true,
  audit: 'own',
  rateLimit: { max: 30, seconds: 60 },
});

/** One change to one client: who, when, which field, old and new value; secrets as masks. */
const clientChangeSchema = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  field: z.string().nullable(),
  from: z.union([z.string(), z.number(), z.null()]),
  to: z.union([z.string(), z.number(), z.null()]),
  can_restore: z.boolean(),
});
export type ClientChange = z.output<typeof clientChangeSchema>;

export const listClientHistory = endpoint('GET /clients/:id/history', 'agent', {
  summary: 'List the changes of one client, newest first',
  query: z.object({ before: idSchema.optional(), field: fieldNameSchema.optional() }),
  audit: { action: 'opened', of: 'client' },
  reply: success({ data: z.array(clientChangeSchema), hasMore: z.boolean() }),
});

export const restoreClientValue = endpoint('POST /clients/:id/history/:changeId/restore', 'agent', {
  summary: 'Restore the value that a field had before a change',
  params: z.object({ id: idSchema, changeId: idSchema }),
  audit: { action: 'opened', of: 'client' },
  reply: success({ data: clientRecordSchema }),
});
