import { type AgentRights, hasAccess } from '@ledgerline/contract/rules';

/** How many secrets an agent reveals is told to those who run the portal. */
export function canSeeReveals(actor: ({ kind: 'agent' } & AgentRights) | { kind: 'visitor' }): boolean {
  return actor.kind === 'agent' && hasAccess(actor, 'owner_or_developer');
}
