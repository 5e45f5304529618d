import { canChangeAgent, type RankedAgent } from '@ledgerline/contract/rules';

/**
 * One's own sign-ins; owners also see those of agents whom they may change. Sign-ins reveal where a person
 * works.
 */
export function canManageSignIns(actor: RankedAgent, agent: RankedAgent): boolean {
  return actor.id === agent.id || (actor.is_owner && canChangeAgent(actor, agent));
}
