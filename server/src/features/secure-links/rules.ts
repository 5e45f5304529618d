import { linkExpired } from '@ledgerline/contract/rules';

const HOUR_MS = 3_600_000;

export type LinkDecision =
  | { act: 'keep' }
  | { act: 'extend'; expires_at: Date }
  | { act: 'create'; expires_at: Date };

/**
 * What happens when an agent asks for a form's link. Asked with hours, the address that was sent works on until at least
 * then, and is never cut short (decisions I2). Asked without, a living link stays and an expired one is replaced (I1).
 */
export function decideLink(
  existing: { access_token_expires_at: Date } | undefined,
  asked: { hours: number | undefined; defaultHours: number; now: Date },
): LinkDecision {
  const expires_at = new Date(asked.now.getTime() + (asked.hours ?? asked.defaultHours) * HOUR_MS);
  if (!existing) return { act: 'create', expires_at };
  if (asked.hours !== undefined) {
    return expires_at > existing.access_token_expires_at ? { act: 'extend', expires_at } : { act: 'keep' };
  }
  const isExpired = linkExpired({ ...existing, now: asked.now });
  return isExpired ? { act: 'create', expires_at } : { act: 'keep' };
}
