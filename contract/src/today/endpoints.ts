import { z } from 'zod';
import { ownerFilterSchema } from '../clients/schemas.ts';
import { doneReply, endpoint, type ReplyOf, success } from '../endpoint.ts';
import { GETTING_STARTED_STEPS, TODAY_GROUPS, TODAY_KINDS } from '../rules.ts';
import { dateSchema, idSchema, textSchema } from '../schemas.ts';

/** Work items, derived from current data; only what agents snooze or reassign is stored (decision 049). */
const todayItemSchema = z.object({
  kind: z.enum(TODAY_KINDS),
  /**
   * The id of the subject: the client (follow_up, turns_65, card_expires), submission (sign, unread), link, invoice, payment, task, policy,
   * session, or the number of the enrollment period.
   */
  id: z.number(),
  group: z.enum(TODAY_GROUPS),
  /** The due date, a day of the brokerage: the birthday, or the end of a link, card, policy or period. */
  due_day: dateSchema,
  /** For a task or a link: the time on that day, 'HH:MM' at the brokerage. */
  due_time: z.string().nullable(),
  /** Since when it applies; null for upcoming items. */
  since: z.string().nullable(),
  /** The subject's own title: of the form, invoice, task, session or period; '' where the client is enough. */
  title: z.string(),
  /** Amount at stake, in cents. */
  amount_cents: z.number().nullable(),
  client_id: z.number().nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  client_email: z.string().nullable(),
  /** The owner: the agent it was reassigned to, else the client's owner, else the creator or sender. */
  owner_agent_id: z.number().nullable(),
  session_id: z.number().nullable(),
  submission_id: z.number().nullable(),
  /** The template of a link's form. */
  form_id: z.number().nullable(),
  invoice_id: z.number().nullable(),
});
export type TodayItem = z.output<typeof todayItemSchema>;

/** Counts stop at this number: a group or kind with this count may have more items. */
export const MAX_COUNTED = 100;

export const listToday = endpoint('GET /today', 'agent', {
  summary: 'List work items: overdue and today by kind, then by day; in the next 7 days by day',
  query: z.object({
    owner: ownerFilterSchema.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `next` of the previous page. */
    after: textSchema(120).optional(),
    /** Items of this kind only. */
    kind: z.enum(TODAY_KINDS).optional(),
  }),
  audit: { action: 'listed', of: 'client', rows: 'lines' },
  reply: success({ lines: z.array(todayItemSchema), next: z.string().nullable() }),
});

export const countToday = endpoint('GET /today/counts', 'agent', {
  summary: `Count the items in each group of Today and of each kind, counted up to ${MAX_COUNTED}, and the figures of the day`,
  query: z.object({ owner: ownerFilterSchema.optional() }),
  audit: 'none',
  reply: success({
    counts: z.record(z.enum(TODAY_GROUPS), z.number()),
    /** The number of items of each kind in each group; only kinds that have items. */
    kinds: z.array(z.object({ group: z.enum(TODAY_GROUPS), kind: z.enum(TODAY_KINDS), count: z.number() })),
    /** What is due on all listed overdue invoices, in cents. */
    overdue_cents: z.number(),
    /** Tasks completed, calls logged and opportunities dismissed today: by the owner, or by everyone. */
    done_today: z.number(),
  }),
});
export type TodayCounts = ReplyOf<typeof countToday>;

/** The item as it was seen: with another due date it is a different item, which was not snoozed. */
const seenItem = { kind: z.enum(TODAY_KINDS), id: idSchema, due_day: dateSchema };

export const snoozeItem = endpoint('POST /today/snooze', 'agent', {
  summary: 'Snooze an item for everyone: to a later day, or until it changes where no day is given',
  body: z.strictObject({ ...seenItem, until: dateSchema.nullable() }),
  reply: doneReply,
});

export const wakeItem = endpoint('POST /today/wake', 'agent', {
  summary: 'Undo the caller’s snooze of an item, named by its day; 409 when the snooze was changed since',
  body: z.strictObject({
    ...seenItem,
    /** Null where the item was snoozed until it changes. Pages of an older version omit it; then any snooze of the caller is undone. */
    until: dateSchema.nullable().optional(),
  }),
  reply: doneReply,
});

/** The agent an item was assigned to explicitly, null for no one. */
const assignmentSchema = z.strictObject({ owner_agent_id: idSchema.nullable() });

export const reassignItem = endpoint('POST /today/hand-over', 'agent', {
  summary: 'Reassign an item to a colleague, or unassign it; a task changes its owner',
  body: z.strictObject({ ...seenItem, owner_agent_id: idSchema.nullable() }),
  audit: 'own',
  /** `previous`: the assignment it replaces; null where the item followed its client or creator. */
  reply: success({ message: z.string().optional(), previous: assignmentSchema.nullable() }),
});

export const undoReassignItem = endpoint('POST /today/hand-over/undo', 'agent', {
  summary: 'Undo the caller’s reassignment to this agent; 409 when the item was changed since',
  body: z.strictObject({
    ...seenItem,
    owner_agent_id: idSchema.nullable(),
    previous: assignmentSchema.nullable(),
  }),
  reply: doneReply,
});

/** Missing steps are derived from current data, in their order; each owner chooses whether the list is shown. */
const gettingStartedReply = success({
  missing: z.array(z.enum(GETTING_STARTED_STEPS)),
  is_dismissed: z.boolean(),
});
export type GettingStarted = z.output<typeof gettingStartedReply>;

export const getGettingStarted = endpoint('GET /today/first-day', 'owner', {
  summary: 'Get what a new brokerage still needs to set up, and whether this owner wants to see the list',
  audit: 'none',
  reply: gettingStartedReply,
});

export const updateGettingStarted = endpoint('PUT /today/first-day', 'owner', {
  summary: 'Dismiss the getting-started list, or show it again; for the caller',
  body: z.strictObject({ is_dismissed: z.boolean() }),
  reply: gettingStartedReply,
});
