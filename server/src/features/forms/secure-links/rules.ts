import { linkExpired } from '@ledgerline/contract/rules';

const HOUR_MS = 3_600_000;

export type LinkDecision =
  | { act: 'keep' }
  | { act: 'extend'; expires_at: Date }
  | { act: 'create'; expires_at: Date };

type Existing = { access_token_expires_at: Date } | undefined;
type Asked = { hours: number | undefined; defaultHours: number; now: Date };

/**
 * What happens when an agent asks for a form's link. Asked with hours, the address that was sent works on until at least
 * then, and is never cut short (decisions I2). Asked without, a living link stays and an expired one is replaced (decisions I1).
 */
export function decideLink(existing: Existing, asked: Asked): LinkDecision {
  return asked.hours === undefined ? keepLiving(existing, asked) : keepUntil(existing, asked);
}

function keepUntil(existing: Existing, asked: Asked): LinkDecision {
  const expires_at = endOf(asked);
  if (!existing) return { act: 'create', expires_at };
  return expires_at > existing.access_token_expires_at ? { act: 'extend', expires_at } : { act: 'keep' };
}

function keepLiving(existing: Existing, asked: Asked): LinkDecision {
  const isLiving = existing && !linkExpired({ ...existing, now: asked.now });
  return isLiving ? { act: 'keep' } : { act: 'create', expires_at: endOf(asked) };
}

function endOf({ hours, defaultHours, now }: Asked): Date {
  return new Date(now.getTime() + (hours ?? defaultHours) * HOUR_MS);
}
