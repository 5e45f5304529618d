import { z } from 'zod';
import { answer, doneAnswer, endpoint } from '../../endpoint.ts';
import { textSchema } from '../../schemas.ts';
import { passkeyQuestionSchema, passkeyResponseSchema } from '../passkeys.ts';

/**
 * What proves that it is the agent: his password, with a code where he has a second step (of the authenticator app or a
 * recovery code), or a passkey alone, which is both. Who came by single sign-on may give the ticket of another sign-in there
 * in the place of the password, or the code alone (decision 070).
 */
const reauthenticationSchema = z.strictObject({
  password: textSchema(500).min(1).optional(),
  code: textSchema(40).optional(),
  passkey: passkeyResponseSchema.optional(),
  /** What `finishSso` gave. */
  sso: textSchema(2000).min(1).optional(),
});
export type Reauthentication = z.output<typeof reauthenticationSchema>;

/** How one's own sign-in can be proved, for the dialog that asks. */
export const getReauthenticationMethods = endpoint('getReauthenticationMethods', 'GET /auth/prove', 'agent', {
  summary:
    'How to prove a sign-in: by password, with a code or not, by passkey, code alone or single sign-on',
  worksWithoutTwoFactor: true,
  worksLocked: true,
  audit: 'none',
  reply: answer({
    data: z.object({
      /** Beside the password, and beside a sign-in at the provider that does not say that it asked for two steps. */
      needs_code: z.boolean(),
      has_passkey: z.boolean(),
      has_password: z.boolean(),
      /** A code alone does. */
      has_code: z.boolean(),
      has_sso: z.boolean(),
    }),
  }),
});

/** Renews the proof of the sign-in behind the token; what is wrong stands at its field (decision 058). */
export const reauthenticate = endpoint('reauthenticate', 'POST /auth/prove', 'agent', {
  summary: 'Prove that it is the agent: opens for 15 minutes what needs a fresh proof',
  worksWithoutTwoFactor: true,
  worksLocked: true,
  isSecret: true,
  body: reauthenticationSchema,
  reply: doneAnswer,
});

/** A challenge for a passkey of one's own. */
export const startPasskeyReauthentication = endpoint(
  'startPasskeyReauthentication',
  'POST /auth/prove/passkey',
  'agent',
  {
    summary: 'A challenge for one of one’s own passkeys, to prove a sign-in with',
    worksWithoutTwoFactor: true,
    worksLocked: true,
    isSecret: true,
    reply: answer({ data: z.object({ ticket: z.string(), question: passkeyQuestionSchema }) }),
  },
);
