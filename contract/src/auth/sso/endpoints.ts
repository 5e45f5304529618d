import { z } from 'zod';
import { answer, doneAnswer, endpoint } from '../../endpoint.ts';
import { textSchema } from '../../schemas.ts';
import { signedInAnswer } from '../endpoints.ts';

/** Where the identity provider sends the browser back to: the one redirect URI that is registered there. */
export const SSO_RETURN_PATH = '/crm/sso';

/** How long somebody may take at the provider. */
export const SSO_MINUTES = 10;

/** How far the clocks of the portal and of the provider may differ. */
export const SSO_CLOCK_TOLERANCE_SECONDS = 120;

const whereTo = answer({
  /** At the identity provider; the browser goes there. */
  url: z.url(),
});

/** Begins a sign-in at the identity provider; a cookie binds it to this browser (decision 070). */
export const startSso = endpoint('startSso', 'POST /auth/sso', 'public', {
  summary: 'Begin a sign-in at the identity provider: where the browser goes',
  isSecret: true,
  body: z.strictObject({
    /** The provider asks for a sign-in there even if somebody is signed in: after signing out here. */
    is_fresh: z.boolean().optional(),
  }),
  reply: whereTo,
  rateLimit: { max: 120, seconds: 900 },
});

/** The same to prove a sign-in that stands: the provider asks again who it is. */
export const startSsoReauthentication = endpoint(
  'startSsoReauthentication',
  'POST /auth/prove/sso',
  'agent',
  {
    summary: 'Begin to prove one’s sign-in at the identity provider: where the browser goes',
    worksWithoutTwoFactor: true,
    worksLocked: true,
    isSecret: true,
    reply: whereTo,
    rateLimit: { max: 60, seconds: 900 },
  },
);

/** What the provider gave the browser to bring back, as it stood in the address. */
const answerOfProvider = z.strictObject({
  state: textSchema(2000).min(1),
  code: textSchema(4000).min(1).optional(),
  /** Who answers (RFC 9207). */
  iss: textSchema(1000).optional(),
  /** A code of RFC 6749 or OpenID Connect, such as access_denied. */
  error: textSchema(200).optional(),
});

/**
 * Ends what one of the two above began, once. A sign-in is answered as by a password, second step included; a proof with a
 * ticket of five minutes for `reauthenticate`.
 */
export const finishSso = endpoint('finishSso', 'POST /auth/sso/finish', 'public', {
  summary: 'Come back from the identity provider: a sign-in, or a ticket that proves one',
  isSecret: true,
  body: answerOfProvider,
  reply: answer({ signed_in: signedInAnswer.nullable(), proof: z.string().nullable() }),
});

const identitySchema = z.object({
  /** As the provider said it when the account was connected. */
  email: z.string(),
  connected_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
});

export const getIdentity = endpoint('getIdentity', 'GET /agents/:id/identity', 'agent', {
  summary:
    "The account at the identity provider that an agent signs in with: one's own, for owners also of agents whom they may change",
  audit: 'none',
  reply: answer({ identity: identitySchema.nullable() }),
});

/** For an account there that was made anew or given to somebody else; the next sign-in connects by email again. */
export const removeIdentity = endpoint('removeIdentity', 'DELETE /agents/:id/identity', 'owner', {
  summary: 'Disconnect an agent from the account at the identity provider; the agent’s sign-ins end',
  needsReauthentication: true,
  reply: doneAnswer,
});
