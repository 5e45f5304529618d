import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { emailStatusSchema } from '../../link-emails/endpoints.ts';
import { textSchema } from '../../schemas.ts';

/** How long a confirmation link works. */
export const EMAIL_LINK_HOURS = 24;
/** How long password emails also go to the previous address. */
export const FORMER_EMAIL_DAYS = 7;

/** The page that a confirmation link opens. The token is in the URL fragment, which browsers never send to a server. */
export const CONFIRM_EMAIL_PATH = '/crm/confirm-email';

const tokenSchema = textSchema(200).min(1);

const emailStateSchema = z.object({
  /** When the current address was confirmed; null until then. */
  confirmed_at: z.iso.datetime().nullable(),
  /** The latest confirmation link, until it is used or cancelled; `email` is the address that it confirms. */
  link: z
    .object({
      email: z.string(),
      is_change: z.boolean(),
      state: z.enum(['open', 'expired']),
      /** The status of the email with the link. */
      email_status: emailStatusSchema,
      sent_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
    })
    .nullable(),
  /** False if the portal has no mail server or no public URL: then an owner confirms the address. */
  can_email_links: z.boolean(),
  /** Whether the caller may confirm without the link. */
  can_confirm: z.boolean(),
});
export type EmailState = z.output<typeof emailStateSchema>;

export const getEmailState = endpoint('GET /agents/:id/email', 'agent', {
  summary: 'Get whether an agent’s email address is confirmed, and the change that still has to be confirmed',
  audit: 'none',
  reply: success({ data: emailStateSchema }),
});

export const sendEmailLink = endpoint('POST /agents/:id/email/link', 'agent', {
  summary: 'Resend the confirmation link for a requested or unconfirmed email address',
  needsReauthentication: true,
  reply: success({ message: z.string() }),
});

export const cancelEmailChange = endpoint('DELETE /agents/:id/email/link', 'agent', {
  needsReauthentication: { never: 'the current address stays' },
  summary: 'Cancel an unconfirmed change of email address; its link stops working',
  reply: doneReply,
});

/** Requires re-authentication; for the caller's own account only where no link can be emailed. */
export const confirmEmailAsOwner = endpoint('POST /agents/:id/email/confirm', 'owner', {
  summary: 'Confirm an email address without its link',
  needsReauthentication: true,
  reply: success({ message: z.string() }),
});

export const checkEmailLink = endpoint('POST /crm/email-link', 'public', {
  summary: 'Get the address that a confirmation link is for; changes nothing',
  body: z.strictObject({ token: tokenSchema }),
  reply: success({ username: z.string(), email: z.string(), is_change: z.boolean() }),
  isSecret: true,
  rateLimit: { max: 60, seconds: 900 },
});

export const confirmEmailByLink = endpoint('POST /crm/email-link/use', 'public', {
  summary: 'Confirm an email address with its single-use link; does not sign in',
  body: z.strictObject({ token: tokenSchema }),
  reply: success({ message: z.string() }),
  isSecret: true,
  rateLimit: { max: 30, seconds: 900 },
});
