import { z } from 'zod';
import { passwordSchema } from '../../agents/endpoints.ts';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { EMAIL_NOT_CONNECTED } from '../../rules/email.ts';
import { textSchema } from '../../schemas.ts';
import { invitationSchema } from './invitation.ts';

/** Lifetimes of the links: a week for an invitation, an hour for a password reset. */
export const INVITATION_DAYS = 7;
export const RESET_MINUTES = 60;

/** The response to every request, whether the agent exists or not. */
export const PASSWORD_LINK_SENT = `If there is an account with that username, we’re emailing a link to its address. The link works for ${RESET_MINUTES} minutes.`;

const ASK_OWNER = 'Ask an owner to set a new password for you.';
export const PASSWORD_LINK_NOT_CONNECTED = `${EMAIL_NOT_CONNECTED} ${ASK_OWNER}`;
export const PASSWORD_LINK_WITHOUT_ADDRESS = `Links can’t be emailed from this web address. ${ASK_OWNER}`;

/**
 * The URL of the page where a password is chosen. The token is in the fragment, which is not sent to servers or email
 * scanners.
 */
export const SET_PASSWORD_PATH = '/crm/set-password';

const tokenSchema = textSchema(200).min(1);

export const sendPasswordLink = endpoint('POST /crm/forgotten-password', 'public', {
  summary: 'Email a password reset link; the response is the same for every username',
  body: z.strictObject({ name: textSchema(200).trim().min(1, 'Please enter your username or email.') }),
  reply: success({ message: z.string() }),
  rateLimit: { max: 10, seconds: 900 },
});

export const checkPasswordLink = endpoint('POST /crm/password-link', 'public', {
  summary: 'Get the agent whose password a valid link sets; changes nothing',
  body: z.strictObject({ token: tokenSchema }),
  reply: success({
    kind: z.enum(['invitation', 'reset']),
    username: z.string(),
    first_name: z.string(),
    expires_at: z.iso.datetime(),
  }),
  isSecret: true,
  rateLimit: { max: 60, seconds: 900 },
});

export const setPasswordByLink = endpoint('POST /crm/password-link/use', 'public', {
  summary: 'Set the password with a single-use link; ends every sign-in of the agent and starts none',
  body: z.strictObject({ token: tokenSchema, password: passwordSchema }),
  reply: doneReply,
  isSecret: true,
  rateLimit: { max: 30, seconds: 900 },
});

export const getInvitation = endpoint('GET /agents/:id/invitation', 'agent_manager', {
  summary: 'Get the invitation of an agent who has not chosen a password yet; null for others',
  audit: 'none',
  reply: success({ invitation: invitationSchema.nullable() }),
});

export const sendInvitation = endpoint('POST /agents/:id/invitation', 'agent_manager', {
  summary:
    'Resend the invitation of an agent who has not chosen a password yet; the previous link stops working',
  needsReauthentication: true,
  reply: success({ invitation: invitationSchema }),
  rateLimit: { max: 20, seconds: 3600 },
});

export const withdrawInvitation = endpoint('DELETE /agents/:id/invitation', 'agent_manager', {
  needsReauthentication: { never: 'removes access and grants none' },
  summary: 'Withdraw an invitation; its link stops working',
  reply: doneReply,
});
