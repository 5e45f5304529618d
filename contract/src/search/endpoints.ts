import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { textSchema } from '../schemas.ts';
import { MAX_RECENTS, MIN_SEARCH_LENGTH, SEARCH_KINDS } from './kinds.ts';

/** One search result, with what distinguishes it and where to open it (decision 052). */
const searchRowSchema = z.object({
  /** The id of its row. */
  id: z.number(),
  title: z.string(),
  /** The client, number or day; '' where there is nothing to add. */
  subtitle: z.string(),
  /** The client whose page it is on; null: a visitor's form, a task without a client, a template. */
  client_id: z.number().nullable(),
});
export type SearchRow = z.output<typeof searchRowSchema>;

const kindSchema = z.enum(SEARCH_KINDS);

export const searchEverything = endpoint('GET /search', 'agent', {
  summary:
    'Find clients, submissions, sessions, invoices, documents, templates and open tasks that contain a text, five of each; never a secret or an answer',
  query: z.object({
    q: textSchema(200).trim().min(MIN_SEARCH_LENGTH, `must have at least ${MIN_SEARCH_LENGTH} characters`),
  }),
  audit: { action: 'searched', of: 'client', found: 'sections', text: ['q'] },
  reply: success({
    /** Every kind that the agent may find, in the order of SEARCH_KINDS, even without rows. */
    sections: z.array(z.object({ kind: kindSchema, rows: z.array(searchRowSchema), has_more: z.boolean() })),
  }),
});

const ITEM = `(${SEARCH_KINDS.join('|')})\\.[1-9]\\d{0,14}`;

export const listRecents = endpoint('GET /search/recents', 'agent', {
  summary: 'Get the current names of items that the caller opened recently; deleted ones are left out',
  query: z.object({
    /** 'client.7,invoice.12'. */
    things: z
      .string()
      .regex(
        new RegExp(`^${ITEM}(,${ITEM}){0,${MAX_RECENTS - 1}}$`),
        'must name items as client.7,invoice.12',
      ),
  }),
  audit: 'none',
  /** In the order of the request. */
  reply: success({ rows: z.array(searchRowSchema.extend({ kind: kindSchema })) }),
});
