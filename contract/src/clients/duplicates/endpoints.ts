import { z } from 'zod';
import { endpoint, success } from '../../endpoint.ts';
import { idSchema, textSchema } from '../../schemas.ts';

/** Why a client may be the same person. `same_name` and `similar_name` appear only without a known birth date. */
const MATCH_REASONS = [
  'phone',
  'email',
  'name_dob',
  'similar_name_dob',
  'same_name',
  'similar_name',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

/** A client who may be the same person, and why. */
const likelyClientSchema = z.object({
  id: z.number(),
  client_first_name: z.string().nullable(),
  client_last_name: z.string().nullable(),
  dob: z.string().nullable(),
  primary_email: z.string().nullable(),
  primary_phone: z.string().nullable(),
  reasons: z.array(z.enum(MATCH_REASONS)),
});
export type LikelyClient = z.output<typeof likelyClientSchema>;

const searchText = textSchema(200).optional();

/** A hint, never a block: families share phones and emails (decision 126). */
export const findDuplicates = endpoint('GET /clients/duplicates', 'agent', {
  summary: 'Clients who may be the person described, best match first, at most 5; each with its reasons',
  query: z.object({
    first_name: searchText,
    last_name: searchText,
    email: searchText,
    phone: searchText,
    dob: z.iso.date().optional(),
    /** The client that is compared, which is not its own duplicate. */
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
