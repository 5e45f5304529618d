import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { textSchema } from '../../schemas.ts';
import { signedInReply } from '../endpoints.ts';

/** Where the identity provider redirects the browser: the one redirect URI that is registered there. */
export const SSO_RETURN_PATH = '/crm/sso';

/** How long a sign-in at the provider may take. */
export const SSO_MINUTES = 10;

/** The allowed clock difference between the portal and the provider. */
export const SSO_CLOCK_TOLERANCE_SECONDS = 120;

const redirectReply = success({
  /** The URL at the identity provider to redirect to. */
  url: z.url(),
});

/** Starts a sign-in at the identity provider; a cookie binds it to this browser (decision 070). */
export const startSso = endpoint('POST /auth/sso', 'public', {
  summary: 'Start a sign-in at the identity provider; returns the URL to open',
  isSecret: true,
  body: z.strictObject({
    /** After a sign-out here, the provider must ask for credentials even if it still has a session. */
    is_fresh: z.boolean().optional(),
  }),
  reply: redirectReply,
  rateLimit: { max: 120, seconds: 900 },
});

/** As startSso, to re-authenticate an existing sign-in: the provider asks for credentials again. */
export const startSsoReauthentication = endpoint('POST /auth/prove/sso', 'agent', {
  summary: 'Start re-authentication at the identity provider; returns the URL to open',
  worksWithoutTwoFactor: true,
  worksLocked: true,
  isSecret: true,
  reply: redirectReply,
  rateLimit: { max: 60, seconds: 900 },
});

/** The parameters of the redirect from the provider, as they were in the URL. */
const providerResponse = z.strictObject({
  state: textSchema(2000).min(1),
  code: textSchema(4000).min(1).optional(),
  /** The issuer (RFC 9207). */
  iss: textSchema(1000).optional(),
  /** A code of RFC 6749 or OpenID Connect, such as access_denied. */
  error: textSchema(200).optional(),
});

/**
 * Completes, once, a redirect that startSso or startSsoReauthentication began. A sign-in returns the same reply as one with a password,
 * including two-factor authentication; a re-authentication returns a ticket for `reauthenticate` that is valid for five minutes.
 */
export const finishSso = endpoint('POST /auth/sso/finish', 'public', {
  summary: 'Complete the redirect from the identity provider: a sign-in, or a ticket for re-authentication',
  isSecret: true,
  body: providerResponse,
  reply: success({ signed_in: signedInReply.nullable(), proof: z.string().nullable() }),
});

const identitySchema = z.object({
  /** As the provider reported it when the account was connected. */
  email: z.string(),
  connected_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
});

export const getIdentity = endpoint('GET /agents/:id/identity', 'agent', {
  summary:
    'Get the identity provider account that an agent signs in with: the caller’s own and, for owners, those of agents they may change',
  audit: 'none',
  reply: success({ identity: identitySchema.nullable() }),
});

/** For an account that the provider recreated or reassigned; the next sign-in connects by email address again. */
export const removeIdentity = endpoint('DELETE /agents/:id/identity', 'owner', {
  summary: 'Disconnect an agent from the account at the identity provider; ends the agent’s sign-ins',
  needsReauthentication: true,
  reply: doneReply,
});
