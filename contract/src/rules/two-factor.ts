import { AGENT_PRIVILEGES, type AgentPrivileges } from './access.ts';

/** How long a re-authentication is valid, for endpoints that declare `needsReauthentication` (decision 058). */
export const REAUTHENTICATION_MINUTES = 15;
/** Reveals per agent and brokerage day that need no re-authentication (decision 058). */
export const REVEALS_WITHOUT_REAUTHENTICATION = 20;

/** Who must use two-factor authentication: no one, agents with a privilege (AGENT_PRIVILEGES), or everyone (decision 057). */
export const TWO_FACTOR_RULES = ['nobody', 'rights', 'everybody'] as const;
export type TwoFactorRule = (typeof TWO_FACTOR_RULES)[number];

/** Whether the brokerage requires two-factor authentication for an agent with these privileges. */
export function requiresTwoFactor(rule: TwoFactorRule, agent: AgentPrivileges): boolean {
  if (rule === 'rights') return AGENT_PRIVILEGES.some((privilege) => agent[privilege]);
  return rule === 'everybody';
}

/** The most passkeys of one agent, and the number of recovery codes in a set. */
export const MAX_PASSKEYS = 10;
export const RECOVERY_CODES = 10;
