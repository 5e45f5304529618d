import { z } from 'zod';
import { passwordSchema } from '../../agents/endpoints.ts';
import { answer, doneAnswer, endpoint } from '../../endpoint.ts';
import { textSchema } from '../../schemas.ts';

/** How long the links work: who is invited has a week, who has forgotten his password an hour. */
export const INVITATION_DAYS = 7;
export const RESET_MINUTES = 60;

/** Said to whoever asks, whether there is such an agent or not. */
export const PASSWORD_LINK_SENT = `If there is an account under that name, a mail with a link is on its way to its address. The link works for ${RESET_MINUTES} minutes.`;

/** What opens the page where a password is chosen; the token is in the fragment, which no server and no mail scanner is sent. */
export const SET_PASSWORD_PATH = '/crm/set-password';

const tokenSchema = textSchema(200).min(1);

export const sendPasswordLink = endpoint('sendPasswordLink', 'POST /crm/forgotten-password', 'public', {
  summary:
    'Mail an agent who has forgotten his password a link to set a new one; the answer is always the same',
  body: z.strictObject({ name: textSchema(200).trim().min(1, 'Please enter your username or email.') }),
  reply: answer({ message: z.string() }),
  rateLimit: { max: 10, seconds: 900 },
});

export const checkPasswordLink = endpoint('checkPasswordLink', 'POST /crm/password-link', 'public', {
  summary: 'Whose password a link sets, as long as it works; changes nothing',
  body: z.strictObject({ token: tokenSchema }),
  reply: answer({
    kind: z.enum(['invitation', 'reset']),
    username: z.string(),
    first_name: z.string(),
    expires_at: z.iso.datetime(),
  }),
  isSecret: true,
  rateLimit: { max: 60, seconds: 900 },
});

export const setPasswordByLink = endpoint('setPasswordByLink', 'POST /crm/password-link/use', 'public', {
  summary:
    'Set the password with a link, which works once; every sign-in of the agent ends, and none is made',
  body: z.strictObject({ token: tokenSchema, password: passwordSchema }),
  reply: doneAnswer,
  isSecret: true,
  rateLimit: { max: 30, seconds: 900 },
});

const invitationSchema = z.object({
  state: z.enum(['open', 'expired', 'withdrawn']),
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.output<typeof invitationSchema>;

export const getInvitation = endpoint('getInvitation', 'GET /agents/:id/invitation', 'agent_manager', {
  summary: 'The invitation of an agent who has not chosen a password yet; null of any other',
  audit: 'none',
  reply: answer({ invitation: invitationSchema.nullable() }),
});

export const sendInvitation = endpoint('sendInvitation', 'POST /agents/:id/invitation', 'agent_manager', {
  summary: 'Invite an agent again who has not chosen a password yet; the link of before works no more',
  needsReauthentication: true,
  reply: answer({ invitation: invitationSchema }),
  rateLimit: { max: 20, seconds: 3600 },
});

export const withdrawInvitation = endpoint(
  'withdrawInvitation',
  'DELETE /agents/:id/invitation',
  'agent_manager',
  {
    needsReauthentication: { never: 'ends access and gives none' },
    summary: 'Withdraw an invitation: its link works no more',
    reply: doneAnswer,
  },
);
