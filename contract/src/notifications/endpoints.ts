import { z } from 'zod';
import { answer, doneAnswer, endpoint } from '../endpoint.ts';
import { idSchema } from '../schemas.ts';
import { MOST_UNREAD, NOTIFICATION_EMAIL_MODES, NOTIFICATION_KIND_NAMES } from './kinds.ts';

const kindSchema = z.enum(NOTIFICATION_KIND_NAMES);

/** One thing that happened, as one agent is told of it. */
const notificationSchema = z.object({
  id: z.number(),
  kind: kindSchema,
  /** The client's name at that moment; '' where no client belongs to it. */
  client_name: z.string(),
  /** What it is about: a form, an invoice by its number, a file; '' where the kind says all. */
  about: z.string(),
  client_id: z.number().nullable(),
  session_form_id: z.number().nullable(),
  session_id: z.number().nullable(),
  invoice_id: z.number().nullable(),
  import_id: z.number().nullable(),
  task_id: z.number().nullable(),
  /** Where it is seen, of what is none of these: an address of the portal, '/crm/audit?…'. */
  place: z.string().nullable(),
  is_read: z.boolean(),
  created_at: z.string(),
});
export type Notification = z.output<typeof notificationSchema>;

export const countNotifications = endpoint('countNotifications', 'GET /notices/count', 'agent', {
  summary: `How many notices the agent has not read; ${MOST_UNREAD} means that many or more`,
  audit: 'none',
  reply: answer({ unread: z.number() }),
});

export const listNotifications = endpoint('listNotifications', 'GET /notices', 'agent', {
  summary: "The agent's own notices, newest first; `before` is the last one of the page before",
  query: z.object({
    before: idSchema.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  audit: 'none',
  reply: answer({ data: z.array(notificationSchema), has_more: z.boolean() }),
});

export const readNotification = endpoint('readNotification', 'POST /notices/:id/read', 'agent', {
  summary: "Mark one of one's own notices read",
  reply: doneAnswer,
});

export const readNotifications = endpoint('readNotifications', 'POST /notices/read', 'agent', {
  summary: "Mark one's own notices read, up to the newest that was seen",
  body: z.strictObject({ up_to: idSchema }),
  reply: doneAnswer,
});

/** What an agent wants to be told of a kind. */
const choiceSchema = z.strictObject({
  kind: kindSchema,
  in_app: z.boolean(),
  mail: z.enum(NOTIFICATION_EMAIL_MODES),
});
export type NotificationChoice = z.output<typeof choiceSchema>;

export const getNotificationChoices = endpoint('getNotificationChoices', 'GET /notices/choices', 'agent', {
  summary:
    'What the agent wants to be told of, in the portal and by mail; everything and nothing until chosen',
  audit: 'none',
  reply: answer({ data: z.array(choiceSchema) }),
});

export const updateNotificationChoices = endpoint(
  'updateNotificationChoices',
  'PUT /notices/choices',
  'agent',
  {
    needsReauthentication: { when: 'to turn off security alerts' },
    summary: 'Choose what to be told of from now on; kinds that are left out stay as they are',
    body: z.strictObject({ choices: z.array(choiceSchema).max(NOTIFICATION_KIND_NAMES.length) }),
    reply: answer({ data: z.array(choiceSchema) }),
  },
);
