import { type AgentPrivileges, hasAccess } from '@ledgerline/contract/rules';

/** Reveal counts of an agent are shown to managers. */
export function canSeeReveals(actor: ({ kind: 'agent' } & AgentPrivileges) | { kind: 'visitor' }): boolean {
  return actor.kind === 'agent' && hasAccess(actor, 'owner_or_developer');
}
