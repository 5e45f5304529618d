import { z } from 'zod';
import { answer, doneAnswer, endpoint } from '../../endpoint.ts';
import { textSchema } from '../../schemas.ts';
import { givenPasskeySchema, passkeyQuestionSchema } from '../passkeys.ts';

/**
 * What proves that it is the agent: his password, with a code where he has a second step (of the authenticator app or a
 * recovery code), or a passkey alone, which is both. Who came by single sign-on may give the ticket of another sign-in there
 * in the place of the password, or the code alone (decision 070).
 */
const proofSchema = z.strictObject({
  password: textSchema(500).min(1).optional(),
  code: textSchema(40).optional(),
  passkey: givenPasskeySchema.optional(),
  /** What `finishSso` gave. */
  sso: textSchema(2000).min(1).optional(),
});
export type Proof = z.output<typeof proofSchema>;

/** How one's own sign-in can be proved, for the dialog that asks. */
export const getProofWays = endpoint('getProofWays', 'GET /auth/prove', 'agent', {
  summary:
    'How to prove a sign-in: by password, with a code or not, by passkey, code alone or single sign-on',
  worksWithoutFactor: true,
  worksLocked: true,
  trail: 'none',
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
export const prove = endpoint('prove', 'POST /auth/prove', 'agent', {
  summary: 'Prove that it is the agent: opens for 15 minutes what needs a fresh proof',
  worksWithoutFactor: true,
  worksLocked: true,
  isSecret: true,
  body: proofSchema,
  reply: doneAnswer,
});

/** A challenge for a passkey of one's own. */
export const askForPasskey = endpoint('askForPasskey', 'POST /auth/prove/passkey', 'agent', {
  summary: 'A challenge for one of one’s own passkeys, to prove a sign-in with',
  worksWithoutFactor: true,
  worksLocked: true,
  isSecret: true,
  reply: answer({ data: z.object({ ticket: z.string(), question: passkeyQuestionSchema }) }),
});
