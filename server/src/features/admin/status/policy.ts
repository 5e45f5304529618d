import { type AgentRights, hasAccess } from '@ledgerline/contract/rules';

/** Reveal counts of an agent are shown to managers. */
export function canSeeReveals(actor: ({ kind: 'agent' } & AgentRights) | { kind: 'visitor' }): boolean {
  return actor.kind === 'agent' && hasAccess(actor, 'owner_or_developer');
}
