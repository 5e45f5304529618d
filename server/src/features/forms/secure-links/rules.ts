import { linkExpired } from '@ledgerline/contract/rules';

const HOUR_MS = 3_600_000;

export type LinkDecision =
  | { action: 'keep' }
  | { action: 'extend'; expires_at: Date }
  | { action: 'create'; expires_at: Date };

type Existing = { access_token_expires_at: Date } | undefined;
type LinkRequest = { hours: number | undefined; defaultHours: number; now: Date };

/**
 * Decides what happens when an agent requests a form's link. With hours, the existing address is extended to at least that
 * time and never shortened (decisions I2). Without hours, an active link is reused and an expired one is replaced
 * (decisions I1).
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
