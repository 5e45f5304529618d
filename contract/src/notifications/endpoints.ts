import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { idSchema } from '../schemas.ts';
import { EMAIL_PACES, MAX_UNREAD, NOTIFICATION_EMAIL_MODES, NOTIFICATION_KIND_NAMES } from './kinds.ts';

const kindSchema = z.enum(NOTIFICATION_KIND_NAMES);

/** One event, as a notification for one agent. */
const notificationSchema = z.object({
  id: z.number(),
  kind: kindSchema,
  /** The client's name at that time; '' where no client is involved. */
  client_name: z.string(),
  /** The subject: a form, the number of an invoice, a file; '' where the kind is enough. */
  about: z.string(),
  client_id: z.number().nullable(),
  session_form_id: z.number().nullable(),
  session_id: z.number().nullable(),
  invoice_id: z.number().nullable(),
  import_id: z.number().nullable(),
  task_id: z.number().nullable(),
  /** The URL to open where none of these ids applies, such as '/crm/audit?…'. */
  place: z.string().nullable(),
  is_read: z.boolean(),
  created_at: z.string(),
});
export type Notification = z.output<typeof notificationSchema>;

export const countNotifications = endpoint('GET /notices/count', 'agent', {
  summary: `Get how many notifications the agent has not read; ${MAX_UNREAD} means that many or more`,
  audit: 'none',
  reply: success({ unread: z.number() }),
});

export const listNotifications = endpoint('GET /notices', 'agent', {
  summary: 'List the agent’s notifications, newest first; `before` is the last one of the previous page',
  query: z.object({
    before: idSchema.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  audit: 'none',
  reply: success({ data: z.array(notificationSchema), has_more: z.boolean() }),
});

export const readNotification = endpoint('POST /notices/:id/read', 'agent', {
  summary: 'Mark one of the caller’s notifications as read',
  reply: doneReply,
});

export const readNotifications = endpoint('POST /notices/read', 'agent', {
  summary: 'Mark the caller’s notifications as read, up to the newest one seen',
  body: z.strictObject({ up_to: idSchema }),
  reply: doneReply,
});

/** An agent's notification settings for one kind. */
const choiceSchema = z.strictObject({
  kind: kindSchema,
  in_app: z.boolean(),
  mail: z.enum(NOTIFICATION_EMAIL_MODES),
});
export type NotificationChoice = z.output<typeof choiceSchema>;

/** At least this many minutes are between two grouped emails. */
const paceSchema = z.literal(EMAIL_PACES);
const choicesReply = success({ data: z.array(choiceSchema), pace_minutes: paceSchema });

export const getNotificationChoices = endpoint('GET /notices/choices', 'agent', {
  summary:
    'Get the agent’s notification settings, in the portal and by email; the defaults until they choose',
  audit: 'none',
  reply: choicesReply,
});

export const updateNotificationChoices = endpoint('PUT /notices/choices', 'agent', {
  needsReauthentication: { when: 'to turn off security alerts' },
  summary: 'Change notification settings; kinds that are left out stay unchanged',
  body: z.strictObject({
    choices: z.array(choiceSchema).max(NOTIFICATION_KIND_NAMES.length),
    pace_minutes: paceSchema.optional(),
  }),
  reply: choicesReply,
});
