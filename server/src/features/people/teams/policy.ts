import type { AgentFlags, NeedToKnow } from '@ledgerline/contract/rules';

/** Owners see everybody's clients, whatever they have said of agents (decision 071). */
export function seesEverybody(agent: Pick<AgentFlags, 'is_owner'>, sees: NeedToKnow): boolean {
  return sees === 'all' || agent.is_owner;
}
