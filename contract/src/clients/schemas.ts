import { z } from 'zod';
import { DIRECTIONS, OWNER_FILTERS } from '../lists.ts';
import { idSchema } from '../schemas.ts';
import { CLIENT_FIELDS, FIELD_ALIASES, FIELD_NAMES } from './fields/catalog.ts';
import { CLIENT_STATUSES, STATUS_FILTERS } from './statuses.ts';

/** Keys of a fetched client that a caller may send back; they change nothing. */
const READ_ONLY_KEYS = ['id', 'created_at', 'updated_at'] as const;

const looseValue = z.union([z.string(), z.number(), z.null()], {
  error: 'must be text, a number or null',
});

/**
 * Without it, an SSN, EIN or routing number that is incomplete or has a wrong check digit is rejected:
 * `unconfirmed_number` (decision 102).
 */
export const confirmNumbers = z.boolean().optional();

/** Numbers whose leading zero was restored; omitted if there are none. */
export const valueWarningsSchema = z.array(z.object({ field: z.string(), message: z.string() })).optional();
export type ValueWarnings = z.output<typeof valueWarningsSchema>;

/**
 * The body of POST /clients: any catalog fields (or their aliases); unknown keys are rejected. Values are validated one
 * by one by `parseFieldValue`, which accepts unchanged stored values (decisions D10).
 */
export const clientWriteSchema = z.strictObject(
  Object.fromEntries([
    ...[...CLIENT_FIELDS.map((field) => field.name), ...Object.keys(FIELD_ALIASES)].map((name) => [
      name,
      looseValue.optional(),
    ]),
    ...READ_ONLY_KEYS.map((name) => [name, z.unknown().optional()]),
  ]),
);

interface ClientCreation {
  confirm_numbers?: boolean | undefined;
  [field: string]: unknown;
}

export const clientCreationSchema: z.ZodType<ClientCreation, ClientCreation> = clientWriteSchema.extend({
  confirm_numbers: confirmNumbers,
});

const seenSchema = z.partialRecord(z.enum(FIELD_NAMES, { error: 'must be a client field' }), looseValue);

interface ClientUpdate extends ClientCreation {
  was?: z.output<typeof seenSchema> | undefined;
}

/**
 * The body of PUT /clients/{id}: `was` holds, by field, the values that the caller last saw. If a stored value differs,
 * nothing is written; fields not in `was` are written regardless.
 */
export const clientUpdateSchema: z.ZodType<ClientUpdate, ClientUpdate> = clientWriteSchema.extend({
  was: seenSchema.optional(),
  confirm_numbers: confirmNumbers,
});

/** One client with every field; secrets as masks, empty ones as null. */
export const clientRecordSchema = z
  .object({ id: z.number(), created_at: z.string(), updated_at: z.string() })
  .catchall(z.union([z.string(), z.number(), z.null()]));
export type ClientRecord = z.output<typeof clientRecordSchema>;

/** A client after a save: when it was last changed, and the fields that were sent, as stored; secrets as masks. */
export const savedClientSchema = z
  .object({ id: z.number(), updated_at: z.string() })
  .catchall(z.union([z.string(), z.number(), z.null()]));
export type SavedClient = z.output<typeof savedClientSchema>;

/** A row of the client list (0§3; decisions D16). */
export const clientRowSchema = z.object({
  id: z.number(),
  client_first_name: z.string().nullable(),
  client_last_name: z.string().nullable(),
  client_email: z.string().nullable(),
  client_phone: z.string().nullable(),
  dob: z.string().nullable(),
  current_health_plan_name: z.string().nullable(),
  next_f_u_date: z.string().nullable(),
  notes: z.string(),
  status: z.enum(CLIENT_STATUSES),
  primary_email: z.string().nullable(),
  primary_phone: z.string().nullable(),
  updated_at: z.string(),
});
export type ClientRow = z.output<typeof clientRowSchema>;

export const statusFilterSchema = z.enum(STATUS_FILTERS);
/** Whose clients: the caller's, unassigned ones, or those of one agent. */
export const ownerFilterSchema = z.union([z.enum(OWNER_FILTERS), idSchema]);
export type OwnerFilter = z.output<typeof ownerFilterSchema>;

export const directionSchema = z.enum(DIRECTIONS);

export const statusCountsSchema = z.record(statusFilterSchema, z.number());
export type StatusCounts = z.output<typeof statusCountsSchema>;
export const NO_COUNTS: StatusCounts = statusCountsSchema.parse(
  Object.fromEntries(STATUS_FILTERS.map((status) => [status, 0])),
);
