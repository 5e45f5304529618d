import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { emailSchema, idSchema, textSchema, truncatedSchema } from '../schemas.ts';

/** `queued`: not sent yet, with the last error if the mail server did not accept it so far; `failed`: not sent. */
export const emailStatusSchema = z.enum(['queued', 'sent', 'failed']);
export type EmailStatus = z.output<typeof emailStatusSchema>;

/** One email of the log; the text with its link is deleted once it is sent. */
const emailLogSchema = z.object({
  id: z.number(),
  kind: z.string(),
  to_address: z.string(),
  subject: z.string(),
  language: z.string(),
  /** The title of the form or session, or the number of the invoice; null for emails of earlier versions. */
  about: z.string().nullable(),
  status: emailStatusSchema,
  error: z.string().nullable(),
  client_id: z.number().nullable(),
  session_id: z.number().nullable(),
  session_form_id: z.number().nullable(),
  /** When its link stopped or will stop working; null for an email without one. */
  link_ends_at: z.string().nullable(),
  sent_by: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
export type EmailLogEntry = z.output<typeof emailLogSchema>;

/** Emails the link of a form or session; exactly one of `session_form_id` and `session_id`. */
export const emailLink = endpoint('POST /secure-access/mail', 'agent', {
  summary: 'Email a secure link to the client in the client’s language',
  body: z.strictObject({
    session_form_id: idSchema.optional(),
    session_id: idSchema.optional(),
    /** The client's own address by default. */
    to_address: emailSchema().optional(),
    message: textSchema(2000).trim().optional(),
  }),
  status: 201,
  audit: 'own',
  reply: success({ message: z.string(), data: emailLogSchema }),
  rateLimit: { max: 60, seconds: 60 },
});

export const listClientEmails = endpoint('GET /clients/:id/mail', 'agent', {
  summary: 'List the newest 200 emails to a client, newest first',
  audit: { action: 'opened', of: 'client' },
  reply: success({ data: z.array(emailLogSchema), truncated: truncatedSchema }),
});
