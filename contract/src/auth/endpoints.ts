import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { textSchema } from '../schemas.ts';

/** The profile that the browser stores with the token (0§3 Admin profile). */
const signedInAgentSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
});

export const signedInReply = success({
  message: z.string(),
  token: z.string(),
  admin: signedInAgentSchema,
  /**
   * The brokerage requires two-factor authentication and this agent has not set it up: every other endpoint rejects
   * them until then.
   */
  has_to_set_up_factor: z.boolean().optional(),
});

/**
 * Sign-in with username and password (0§7; path decisions A2); rejected as `second_factor_needed` for an agent with
 * two-factor authentication.
 */
export const signIn = endpoint('POST /crm/login', 'public', {
  aliases: ['/crm/login'],
  summary: 'Sign in with username and password',
  isSecret: true,
  body: z.strictObject({ username: textSchema(200).min(1), password: textSchema(500).min(1) }),
  reply: signedInReply,
});

/** Ends the sign-in of the token, which is rejected from then on. */
export const signOut = endpoint('POST /crm/logout', 'agent', {
  summary: 'Sign out',
  worksWithoutTwoFactor: true,
  worksLocked: true,
  reply: doneReply,
});
