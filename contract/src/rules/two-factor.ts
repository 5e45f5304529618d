import { AGENT_RIGHTS, type AgentRights } from './access.ts';

/** How long a sign-in counts as freshly proved, for what endpoints declare with `needsReauthentication` (decision 058). */
export const REAUTHENTICATION_MINUTES = 15;
/** Reveals of one agent in a day of the brokerage that need no fresh proof (decision 058). */
export const REVEALS_WITHOUT_REAUTHENTICATION = 20;

/** Who has to have a second step at sign-in: nobody, agents with a right (AGENT_RIGHTS), or everybody (decision 057). */
export const TWO_FACTOR_RULES = ['nobody', 'rights', 'everybody'] as const;
export type TwoFactorRule = (typeof TWO_FACTOR_RULES)[number];

/** Whether the brokerage asks an agent with these rights for a second step. */
export function requiresTwoFactor(rule: TwoFactorRule, agent: AgentRights): boolean {
  if (rule === 'rights') return AGENT_RIGHTS.some((right) => agent[right]);
  return rule === 'everybody';
}

/** Passkeys of one agent at most; recovery codes of one set. */
export const MAX_PASSKEYS = 10;
export const RECOVERY_CODES = 10;
