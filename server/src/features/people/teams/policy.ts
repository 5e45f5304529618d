import type { AgentFlags, NeedToKnow } from '@ledgerline/contract/rules';

/** Owners see all clients, whatever the setting for agents (decision 071). */
export function canViewAll(agent: Pick<AgentFlags, 'is_owner'>, needToKnow: NeedToKnow): boolean {
  return needToKnow === 'all' || agent.is_owner;
}
