import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { textSchema } from '../../schemas.ts';
import { passkeyRequestOptionsSchema, passkeyResponseSchema } from '../passkeys.ts';

/**
 * How an agent re-authenticates: with the password, plus a code where two-factor authentication is set up
 * (authenticator app or recovery code), or with a passkey alone, which covers both. An agent who signed in by single
 * sign-on may use the ticket of a new single sign-on instead of the password, or the code alone (decision 070).
 */
const reauthenticationSchema = z.strictObject({
  password: textSchema(500).min(1).optional(),
  code: textSchema(40).optional(),
  passkey: passkeyResponseSchema.optional(),
  /** The ticket from `finishSso`. */
  sso: textSchema(2000).min(1).optional(),
});
export type Reauthentication = z.output<typeof reauthenticationSchema>;

/** The ways in which the caller can re-authenticate, for the dialog. */
export const getReauthenticationMethods = endpoint('GET /auth/prove', 'agent', {
  summary:
    'Get the ways to re-authenticate: password, with or without a code, passkey, code alone, or single sign-on',
  worksWithoutTwoFactor: true,
  worksLocked: true,
  audit: 'none',
  reply: success({
    data: z.object({
      /** Required with the password, and with a provider sign-in that does not report two factors. */
      needs_code: z.boolean(),
      has_passkey: z.boolean(),
      has_password: z.boolean(),
      /** A code alone is enough. */
      has_code: z.boolean(),
      has_sso: z.boolean(),
    }),
  }),
});

/** Renews the re-authentication of the token's sign-in; errors are reported by field (decision 058). */
export const reauthenticate = endpoint('POST /auth/prove', 'agent', {
  summary: 'Re-authenticate: for 15 minutes, allows endpoints that require it',
  worksWithoutTwoFactor: true,
  worksLocked: true,
  isSecret: true,
  body: reauthenticationSchema,
  reply: doneReply,
});

/** A challenge for one of the caller's own passkeys. */
export const startPasskeyReauthentication = endpoint('POST /auth/prove/passkey', 'agent', {
  summary: 'Get a challenge for one of the caller’s passkeys, for re-authentication',
  worksWithoutTwoFactor: true,
  worksLocked: true,
  isSecret: true,
  reply: success({ data: z.object({ ticket: z.string(), question: passkeyRequestOptionsSchema }) }),
});
