import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { CALL_OUTCOMES, TIMELINE_EVENTS, TIMELINE_KINDS, type TimelineEvent } from '../rules.ts';
import { textSchema } from '../schemas.ts';

const TIMELINE_EVENT_NAMES = Object.keys(TIMELINE_EVENTS).filter(
  (name): name is TimelineEvent => name in TIMELINE_EVENTS,
);

/** One changed field of a client. For secrets, health data and rich text, only the field is named. */
const changedFieldSchema = z.object({
  field: z.string(),
  is_hidden: z.boolean(),
  from: z.union([z.string(), z.number(), z.null()]),
  to: z.union([z.string(), z.number(), z.null()]),
});

/** One item of a client's timeline, derived from stored rows (decision 050). */
const timelineLineSchema = z.object({
  event: z.enum(TIMELINE_EVENT_NAMES),
  /** The id of the row; together with the event it identifies the item. */
  id: z.number(),
  at: z.string(),
  /** The subject: the title of a form, an invoice or a task, the name of a file, the text of a call. */
  title: z.string(),
  /** The recipient of an email, the number of an invoice; '' where there is nothing to add. */
  detail: z.string(),
  /** Who did it; null: the client, or Ledgerline. */
  actor: z.string().nullable(),
  /** The author of a call, who may change it. */
  agent_id: z.number().nullable(),
  amount_cents: z.number().nullable(),
  session_id: z.number().nullable(),
  submission_id: z.number().nullable(),
  invoice_id: z.number().nullable(),
  document_id: z.number().nullable(),
  outcome: z.enum(CALL_OUTCOMES).nullable(),
  follow_up_on: z.string().nullable(),
  /** The fields of a change. */
  changes: z.array(changedFieldSchema),
});
export type TimelineLine = z.output<typeof timelineLineSchema>;

export const listClientTimeline = endpoint('GET /clients/:id/timeline', 'agent', {
  summary: 'List the events of one client, newest first: of one kind, or containing a text',
  query: z.object({
    kind: z.enum(TIMELINE_KINDS).optional(),
    q: textSchema(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
    /** `next` of the previous page. */
    after: textSchema(120).optional(),
  }),
  /** A page may be shorter than its limit; there are more as long as `next` is set. */
  audit: { action: 'opened', of: 'client' },
  reply: success({ lines: z.array(timelineLineSchema), next: z.string().nullable() }),
});
