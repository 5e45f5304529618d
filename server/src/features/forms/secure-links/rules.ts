import { linkExpired } from '@ledgerline/contract/rules';

const HOUR_MS = 3_600_000;

export type LinkDecision =
  | { action: 'keep' }
  | { action: 'extend'; expires_at: Date }
  | { action: 'create'; expires_at: Date };

type Existing = { access_token_expires_at: Date } | undefined;
type LinkRequest = { hours: number | undefined; defaultHours: number; now: Date };

/**
 * What happens when an agent asks for a form's link. Asked with hours, the address that was sent works on until at least
 * then, and is never cut short (decisions I2). Asked without, a living link stays and an expired one is replaced (decisions I1).
 */
export function decideLink(existing: Existing, request: LinkRequest): LinkDecision {
  return request.hours === undefined
    ? decideWithoutHours(existing, request)
    : decideWithHours(existing, request);
}

function decideWithHours(existing: Existing, request: LinkRequest): LinkDecision {
  const expires_at = endOf(request);
  if (!existing) return { action: 'create', expires_at };
  return expires_at > existing.access_token_expires_at
    ? { action: 'extend', expires_at }
    : { action: 'keep' };
}

function decideWithoutHours(existing: Existing, request: LinkRequest): LinkDecision {
  const isLiving = existing && !linkExpired({ ...existing, now: request.now });
  return isLiving ? { action: 'keep' } : { action: 'create', expires_at: endOf(request) };
}

function endOf({ hours, defaultHours, now }: LinkRequest): Date {
  return new Date(now.getTime() + (hours ?? defaultHours) * HOUR_MS);
}
