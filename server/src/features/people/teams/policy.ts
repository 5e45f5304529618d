import type { AgentFlags, NeedToKnow } from '@ledgerline/contract/rules';

/** Owners see everybody's clients, whatever they have said of agents (decision 071). */
export function canViewAll(agent: Pick<AgentFlags, 'is_owner'>, needToKnow: NeedToKnow): boolean {
  return needToKnow === 'all' || agent.is_owner;
}
