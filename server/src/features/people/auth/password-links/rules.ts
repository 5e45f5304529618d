import { INVITATION_DAYS, RESET_MINUTES } from '@ledgerline/contract/auth/password-links/endpoints';

export type LinkKind = 'invitation' | 'reset';

const MINUTE_MS = 60_000;
const LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  invitation: INVITATION_DAYS * 24 * 60 * MINUTE_MS,
  reset: RESET_MINUTES * MINUTE_MS,
};

export const linkEnd = (kind: LinkKind, now: Date): Date => new Date(now.getTime() + LIFETIME_MS[kind]);

interface LinkTimes {
  created_at: Date;
  expires_at: Date;
  withdrawn_at: Date | null;
}

/**
 * A link with a future date was created before the clock was set back. It would be valid for too long, so it
 * is invalid.
 */
export function linkState(link: LinkTimes, now: Date): 'open' | 'expired' | 'withdrawn' {
  if (link.withdrawn_at) return 'withdrawn';
  return link.created_at <= now && now < link.expires_at ? 'open' : 'expired';
}
