import { z } from 'zod';
import { answer, doneAnswer, endpoint } from '../../endpoint.ts';
import { idParams, idSchema } from '../../schemas.ts';

/** How many of an agent's sign-ins are told one by one; `total` counts all. */
export const MAX_LISTED_SIGN_INS = 50;

const signInSchema = z.object({
  id: z.number(),
  /** Browser and system in words: 'Firefox on Windows'. */
  device: z.string(),
  /** The network address it was made from; null where it was not kept. */
  address: z.string().nullable(),
  signed_in_at: z.iso.datetime(),
  /** To the minute; null of sign-ins of before this was kept, until they are used. */
  last_used_at: z.iso.datetime().nullable(),
  /** The one that asks. */
  is_current: z.boolean(),
});
export type ListedSignIn = z.output<typeof signInSchema>;

export const listSignIns = endpoint('listSignIns', 'GET /agents/:id/sign-ins', 'agent', {
  summary:
    "Open sign-ins, the last used first: one's own, for owners also those of agents whom they may change",
  audit: 'none',
  reply: answer({ data: z.array(signInSchema), total: z.number() }),
});

export const endSignIn = endpoint('endSignIn', 'DELETE /agents/:id/sign-ins/:signInId', 'agent', {
  needsReauthentication: true,
  summary: 'End one sign-in at once',
  params: idParams.extend({ signInId: idSchema }),
  reply: doneAnswer,
});

export const endOtherSignIns = endpoint('endOtherSignIns', 'DELETE /agents/:id/sign-ins', 'agent', {
  needsReauthentication: true,
  summary: 'End every sign-in of an agent at once, except the one that asks',
  reply: answer({ ended: z.number() }),
});

/** The portal says so at most once a minute, in whatever tab somebody is; what pages ask by themselves is none (decision 060). */
export const noteActivity = endpoint('noteActivity', 'POST /auth/activity', 'agent', {
  summary:
    'Somebody is at the screen of this sign-in; answers after how many minutes without it is locked, 0: never',
  worksWithoutTwoFactor: true,
  isSecret: true,
  reply: answer({ idle_minutes: z.number() }),
});
