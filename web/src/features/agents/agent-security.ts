import type { ListedAgent } from '@ledgerline/contract/agents/endpoints';

/** "Here", because with single sign-on the identity provider may ask for two-factor authentication of its own. */
export function twoFactorText({ has_two_factor }: NonNullable<ListedAgent['security']>): string {
  return has_two_factor ? 'Set up' : 'Not set up here';
}
