import { canChangeAgent, type RankedAgent } from '@ledgerline/contract/rules';

/** Owners vouch for addresses of other agents; for their own only where no link can be emailed. */
export function canConfirmEmail(actor: RankedAgent, agent: RankedAgent, canEmailLinks: boolean): boolean {
  return actor.is_owner && canChangeAgent(actor, agent) && (actor.id !== agent.id || !canEmailLinks);
}
