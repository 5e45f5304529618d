import { canChangeAgent, type RankedAgent } from '@ledgerline/contract/rules';

/** One's own sign-ins; owners also those of agents whom they may change. They tell where somebody works. */
export function canManageSignIns(actor: RankedAgent, agent: RankedAgent): boolean {
  return actor.id === agent.id || (actor.is_owner && canChangeAgent(actor, agent));
}
