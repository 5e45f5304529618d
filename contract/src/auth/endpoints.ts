import { z } from 'zod';
import { answer, doneAnswer, endpoint } from '../endpoint.ts';
import { textSchema } from '../schemas.ts';

/** The profile that the browser keeps beside the token (0§3 Admin profile). */
const signedInAgentSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
});

export const signedInAnswer = answer({
  message: z.string(),
  token: z.string(),
  admin: signedInAgentSchema,
  /** The brokerage asks this agent for a second step, and he has none: nothing else answers until he has set one up. */
  has_to_set_up_factor: z.boolean().optional(),
});

/** Sign-in with username and password (0§7; path decisions A2); with a second step of the agent's it is refused as `second_factor_needed`. */
export const signIn = endpoint('signIn', 'POST /crm/login', 'public', {
  aliases: ['/crm/login'],
  summary: 'Sign in with username and password',
  isSecret: true,
  body: z.strictObject({ username: textSchema(200).min(1), password: textSchema(500).min(1) }),
  reply: signedInAnswer,
});

/** Ends the sign-in behind the token, so that the token is refused from now on. */
export const signOut = endpoint('signOut', 'POST /crm/logout', 'agent', {
  summary: 'Sign out',
  worksWithoutTwoFactor: true,
  worksLocked: true,
  reply: doneAnswer,
});
