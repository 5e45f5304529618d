import { z } from 'zod';
import { answer, endpoint } from '../endpoint.ts';
import { CALL_OUTCOMES, TIMELINE_EVENTS, TIMELINE_KINDS, type TimelineEvent } from '../rules.ts';
import { textSchema } from '../schemas.ts';

const TIMELINE_EVENT_NAMES = Object.keys(TIMELINE_EVENTS).filter(
  (name): name is TimelineEvent => name in TIMELINE_EVENTS,
);

/** One field of an act that changed a client. Secrets, health and rich text say the field only. */
const changedFieldSchema = z.object({
  field: z.string(),
  is_hidden: z.boolean(),
  from: z.union([z.string(), z.number(), z.null()]),
  to: z.union([z.string(), z.number(), z.null()]),
});

/** One line of a client's timeline, read off what is stored (decision 050). */
const timelineLineSchema = z.object({
  event: z.enum(TIMELINE_EVENT_NAMES),
  /** Of the thing in its table; together with the event it names the line. */
  id: z.number(),
  at: z.string(),
  /** What it is about: the title of a form, an invoice or a task, the name of a file, the text of a call. */
  title: z.string(),
  /** To whom a mail went, the number of an invoice; '' where there is no more to say. */
  detail: z.string(),
  /** Who did it; null: the client himself, or Ledgerline. */
  actor: z.string().nullable(),
  /** Who logged a call, who may change it. */
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

export const listClientTimeline = endpoint('listClientTimeline', 'GET /clients/:id/timeline', 'agent', {
  summary: 'What happened with one client, newest first: of one kind, or holding a text',
  query: z.object({
    kind: z.enum(TIMELINE_KINDS).optional(),
    q: textSchema(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
    /** `next` of the page before. */
    after: textSchema(120).optional(),
  }),
  /** A page may be shorter than its limit; there is more as long as `next` says where. */
  audit: { action: 'opened', of: 'client' },
  reply: answer({ lines: z.array(timelineLineSchema), next: z.string().nullable() }),
});
