import { z } from 'zod';
import { ownerFilterSchema } from '../clients/schemas.ts';
import { answer, doneAnswer, endpoint } from '../endpoint.ts';
import { FIRST_DAY_STEPS, TODAY_GROUPS, TODAY_KINDS } from '../rules.ts';
import { dateSchema, idSchema, textSchema } from '../schemas.ts';

/** What needs somebody, made from what is true now; nothing of it is stored but what agents put off or hand over (decision 049). */
const todayItemSchema = z.object({
  kind: z.enum(TODAY_KINDS),
  /** Of the thing: the client (follow_up, turns_65, card_expires), submission (sign, unread), link, invoice, payment, task, session, or the number of the window. */
  id: z.number(),
  group: z.enum(TODAY_GROUPS),
  /** When it has to be done, a day of the brokerage: the birthday, the end of a link, a card or a window. */
  due_day: dateSchema,
  /** Of a task and of a link: the time on that day, 'HH:MM' at the brokerage. */
  due_time: z.string().nullable(),
  /** Since when it is so; of what lies ahead, null. */
  since: z.string().nullable(),
  /** The thing's own title: of the form, invoice, task, session or window; '' where the client is all there is to say. */
  title: z.string(),
  /** Money at stake, in cents. */
  amount_cents: z.number().nullable(),
  client_id: z.number().nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  client_email: z.string().nullable(),
  /** Whose it is: handed over, else of the client's owner, else who made or sent it. */
  owner_agent_id: z.number().nullable(),
  session_id: z.number().nullable(),
  submission_id: z.number().nullable(),
  /** The template of a link's form. */
  form_id: z.number().nullable(),
  invoice_id: z.number().nullable(),
});
export type TodayItem = z.output<typeof todayItemSchema>;

/** Lines of each group, none above this: then there are more. */
export const MOST_COUNTED = 100;

export const listToday = endpoint('listToday', 'GET /today', 'agent', {
  summary: 'What needs somebody: overdue, today and in the next 7 days, ranked by kind, then by day',
  query: z.object({
    owner: ownerFilterSchema.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `next` of the page before. */
    after: textSchema(120).optional(),
  }),
  audit: { action: 'listed', of: 'client', rows: 'lines' },
  reply: answer({ lines: z.array(todayItemSchema), next: z.string().nullable() }),
});

export const countToday = endpoint('countToday', 'GET /today/counts', 'agent', {
  summary: `How many lines each group of Today has, counted to ${MOST_COUNTED}`,
  query: z.object({ owner: ownerFilterSchema.optional() }),
  audit: 'none',
  reply: answer({ counts: z.record(z.enum(TODAY_GROUPS), z.number()) }),
});

/** A line as it was seen: with another due day it is another cause, which nobody has put off. */
const seenItem = { kind: z.enum(TODAY_KINDS), id: idSchema, due_day: dateSchema };

export const snoozeItem = endpoint('snoozeItem', 'POST /today/snooze', 'agent', {
  summary: 'Put a line off, for everybody: to a later day, or until its cause changes where no day is given',
  body: z.strictObject({ ...seenItem, until: dateSchema.nullable() }),
  reply: doneAnswer,
});

export const wakeItem = endpoint('wakeItem', 'POST /today/wake', 'agent', {
  summary: 'Take back that a line was put off',
  body: z.strictObject(seenItem),
  reply: doneAnswer,
});

export const reassignItem = endpoint('reassignItem', 'POST /today/hand-over', 'agent', {
  summary: 'Give a line to a colleague, or to nobody; a task changes its owner',
  body: z.strictObject({ ...seenItem, owner_agent_id: idSchema.nullable() }),
  reply: doneAnswer,
});

/** What is missing is read off what is true now, in the order of the steps; whether the list is shown is each owner's own. */
const gettingStartedReply = answer({ missing: z.array(z.enum(FIRST_DAY_STEPS)), is_dismissed: z.boolean() });
export type GettingStarted = z.output<typeof gettingStartedReply>;

export const getGettingStarted = endpoint('getGettingStarted', 'GET /today/first-day', 'owner', {
  summary: 'What a new brokerage still lacks, and whether this owner wants to be told',
  audit: 'none',
  reply: gettingStartedReply,
});

export const updateGettingStarted = endpoint('updateGettingStarted', 'PUT /today/first-day', 'owner', {
  summary: 'Dismiss the list of the first day, or bring it back; for oneself',
  body: z.strictObject({ is_dismissed: z.boolean() }),
  reply: gettingStartedReply,
});
