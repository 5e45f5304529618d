import { z } from 'zod';
import { answer, endpoint } from '../endpoint.ts';
import { REMINDER_REASONS, REMINDER_STATES, type ReminderReason } from '../rules/reminders.ts';
import { idSchema } from '../schemas.ts';

/**
 * What a client is reminded of: `link` a secure link by its own id; `form` the newest link of one submission; `session` the
 * link of a session's page; `invoice`.
 */
export const REMINDED = ['link', 'form', 'session', 'invoice'] as const;
export type Reminded = (typeof REMINDED)[number];

const REASONS = Object.keys(REMINDER_REASONS).filter(
  (name): name is ReminderReason => name in REMINDER_REASONS,
);

/** How the reminders of one thing stand (decision 051). Screens ask anew at live events `reminders`, `mail`, `submissions`, `sessions`, `invoices`. */
const reminderLineSchema = z.object({
  /** The thing as it was asked for. */
  of: z.enum(REMINDED),
  id: z.number(),
  client_id: z.number().nullable(),
  link_id: z.number().nullable(),
  session_id: z.number().nullable(),
  session_form_id: z.number().nullable(),
  invoice_id: z.number().nullable(),
  /** `none` was never mailed; `stopped` ended, `reason` says why. */
  state: z.enum(REMINDER_STATES),
  /** Why nothing comes; null while one comes, and of a pause. Words: REMINDER_REASONS. */
  reason: z.enum(REASONS).nullable(),
  /** When the next one goes, an instant; null where none does. */
  next_at: z.string().nullable(),
  /** Its number, from 1. */
  next_number: z.number().nullable(),
  /** How many went, and how many can at most. */
  sent: z.number(),
  most: z.number(),
  /** When the last one was sent. */
  last_at: z.string().nullable(),
  /** The last mail of this link or invoice, where the mail server of its receiver refused it for good. */
  bounced: z.object({ at: z.string(), to_address: z.string(), error: z.string() }).nullable(),
  /** What an agent may do now; of each the endpoint refuses with a sentence otherwise. */
  can: z.object({ pause: z.boolean(), resume: z.boolean(), stop: z.boolean(), send: z.boolean() }),
});
export type ReminderLine = z.output<typeof reminderLineSchema>;

const thing = z.object({ of: z.enum(REMINDED), id: idSchema });
const lineAnswer = answer({ data: reminderLineSchema });
const doneWithLine = answer({ message: z.string(), data: reminderLineSchema });

export const getReminders = endpoint('getReminders', 'GET /reminders/:of/:id', 'agent', {
  summary: 'How the reminders of a link, a form, a session or an invoice stand, and when the next one goes',
  params: thing,
  audit: 'none',
  reply: lineAnswer,
});

export const pauseReminders = endpoint('pauseReminders', 'POST /reminders/:of/:id/pause', 'agent', {
  summary: 'Send no reminders until somebody resumes them',
  params: thing,
  audit: 'none',
  reply: doneWithLine,
});

export const resumeReminders = endpoint('resumeReminders', 'POST /reminders/:of/:id/resume', 'agent', {
  summary:
    'Go on with reminders that were paused or stopped, unless what they are of has ended; missed ones come once',
  params: thing,
  audit: 'none',
  reply: doneWithLine,
});

export const stopReminders = endpoint('stopReminders', 'POST /reminders/:of/:id/stop', 'agent', {
  needsReauthentication: { never: 'emails fewer reminders; they can be resumed' },
  summary: 'End the reminders; mailing the same link or invoice again does not begin them anew',
  params: thing,
  audit: 'none',
  reply: doneWithLine,
});

/** It takes the next number of the series. Whoever sends by hand may do so at night and beside another mail. */
export const sendReminder = endpoint('sendReminder', 'POST /reminders/:of/:id/send', 'agent', {
  summary: 'Send the next reminder now; refused when the work is done, the link has ended or all were sent',
  params: thing,
  status: 201,
  audit: 'none',
  reply: doneWithLine,
  rateLimit: { max: 60, seconds: 60 },
});
