import type { ListedAgent } from '@ledgerline/contract/agents/endpoints';

/** "Here" with single sign-on, because the identity provider may ask for two-factor authentication of its own. */
export function twoFactorText(
  { has_two_factor }: NonNullable<ListedAgent['security']>,
  hasSso: boolean,
): string {
  if (has_two_factor) return 'Set up';
  return hasSso ? 'Not set up here' : 'Not set up';
}
