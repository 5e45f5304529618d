import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { REMINDER_REASONS, REMINDER_STATES, type ReminderReason } from '../rules/reminders.ts';
import { idSchema } from '../schemas.ts';

/**
 * What a client is reminded of, and whose id names it. `link`: a secure link; `form`: the newest link of a submission, by the
 * submission's id; `session`: the link of a session's page, by the session's id; `invoice`: an invoice.
 */
export const REMINDED = ['link', 'form', 'session', 'invoice'] as const;
export type Reminded = (typeof REMINDED)[number];

const REASONS = Object.keys(REMINDER_REASONS).filter(
  (name): name is ReminderReason => name in REMINDER_REASONS,
);

/**
 * The status of the reminders of one item (decision 051). Screens refetch it on the live events `reminders`, `mail`, `submissions`,
 * `sessions`, `invoices`.
 */
const reminderLineSchema = z.object({
  /** The item as requested. */
  of: z.enum(REMINDED),
  id: z.number(),
  client_id: z.number().nullable(),
  link_id: z.number().nullable(),
  session_id: z.number().nullable(),
  session_form_id: z.number().nullable(),
  invoice_id: z.number().nullable(),
  /** `none`: it was never emailed; `stopped`: the series ended, `reason` explains why. */
  state: z.enum(REMINDER_STATES),
  /** Why no reminder will be sent; null while one is scheduled and when paused. Texts: REMINDER_REASONS. */
  reason: z.enum(REASONS).nullable(),
  /** When the next one is sent, an instant; null if none is. */
  next_at: z.string().nullable(),
  /** Its number, from 1. */
  next_number: z.number().nullable(),
  /** How many were sent, and the maximum. */
  sent: z.number(),
  most: z.number(),
  /** When the last one was sent. */
  last_at: z.string().nullable(),
  /** The last email of this link or invoice, if the receiving mail server rejected it permanently. */
  bounced: z.object({ at: z.string(), to_address: z.string(), error: z.string() }).nullable(),
  /** What an agent may do now; the endpoint rejects any other action with a message. */
  can: z.object({ pause: z.boolean(), resume: z.boolean(), stop: z.boolean(), send: z.boolean() }),
});
export type ReminderLine = z.output<typeof reminderLineSchema>;

const target = z.object({ of: z.enum(REMINDED), id: idSchema });
const lineReply = success({ data: reminderLineSchema });
const changedReply = success({ message: z.string(), data: reminderLineSchema });

export const getReminders = endpoint('GET /reminders/:of/:id', 'agent', {
  summary: 'Get the reminder status of a link, form, session or invoice, and when the next one is sent',
  params: target,
  audit: 'none',
  reply: lineReply,
});

export const pauseReminders = endpoint('POST /reminders/:of/:id/pause', 'agent', {
  summary: 'Pause reminders until someone resumes them',
  params: target,
  audit: 'none',
  reply: changedReply,
});

export const resumeReminders = endpoint('POST /reminders/:of/:id/resume', 'agent', {
  summary:
    'Resume paused or stopped reminders, unless what they are about is finished; if several were missed, only the latest is sent',
  params: target,
  audit: 'none',
  reply: changedReply,
});

export const stopReminders = endpoint('POST /reminders/:of/:id/stop', 'agent', {
  needsReauthentication: { never: 'emails fewer reminders; they can be resumed' },
  summary: 'Stop the reminders; emailing the same link or invoice again does not restart them',
  params: target,
  audit: 'none',
  reply: changedReply,
});

/** Uses the next number of the series. A manual reminder may be sent at night and on the same day as another email. */
export const sendReminder = endpoint('POST /reminders/:of/:id/send', 'agent', {
  summary:
    'Send the next reminder now; rejected when the work is done, the link has expired or all were sent',
  params: target,
  status: 201,
  audit: 'none',
  reply: changedReply,
  rateLimit: { max: 60, seconds: 60 },
});
