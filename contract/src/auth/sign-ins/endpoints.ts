import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { idParams, idSchema } from '../../schemas.ts';

/** How many sign-ins of an agent are listed individually; `total` counts all. */
export const MAX_LISTED_SIGN_INS = 50;

const signInSchema = z.object({
  id: z.number(),
  /** Browser and operating system as text: 'Firefox on Windows'. */
  device: z.string(),
  /** The network address of the sign-in; null where it was not stored. */
  address: z.string().nullable(),
  signed_in_at: z.iso.datetime(),
  /** To the minute; null for sign-ins from before this was stored, until they are used again. */
  last_used_at: z.iso.datetime().nullable(),
  /** The sign-in of this request. */
  is_current: z.boolean(),
});
export type ListedSignIn = z.output<typeof signInSchema>;

export const listSignIns = endpoint('GET /agents/:id/sign-ins', 'agent', {
  summary:
    'List open sign-ins, last used first: the caller’s own and, for owners, those of agents they may change',
  audit: 'none',
  reply: success({ data: z.array(signInSchema), total: z.number() }),
});

export const endSignIn = endpoint('DELETE /agents/:id/sign-ins/:signInId', 'agent', {
  needsReauthentication: true,
  summary: 'End one sign-in immediately',
  params: idParams.extend({ signInId: idSchema }),
  reply: doneReply,
});

export const endOtherSignIns = endpoint('DELETE /agents/:id/sign-ins', 'agent', {
  needsReauthentication: true,
  summary: 'End every sign-in of an agent immediately, except the caller’s current one',
  reply: success({ ended: z.number() }),
});

/**
 * Sent at most once a minute, in whichever tab has activity; background requests of pages do not count (decision 060).
 */
export const recordActivity = endpoint('POST /auth/activity', 'agent', {
  summary: 'Report activity on this sign-in; returns after how many idle minutes it locks, 0 for never',
  worksWithoutTwoFactor: true,
  isSecret: true,
  reply: success({ idle_minutes: z.number() }),
});
