import { AGENT_RIGHTS, type AgentRights } from './access.ts';

/** How long a sign-in counts as freshly proved, for what endpoints declare with `needsProof` (decision 058). */
export const PROOF_MINUTES = 15;

/** Who has to have a second step at sign-in: nobody, agents with a right (AGENT_RIGHTS), or everybody (decision 057). */
export type FactorRule = 'nobody' | 'rights' | 'everybody';

/** Whether the brokerage asks an agent with these rights for a second step. */
export function asksForFactor(rule: FactorRule, agent: AgentRights): boolean {
  if (rule === 'rights') return AGENT_RIGHTS.some((right) => agent[right]);
  return rule === 'everybody';
}
