import { type AgentPrivileges, hasAccess } from '@ledgerline/contract/rules';

/** An import shows names and reasons of a whole file, so only its agent, owners and developers see it. */
export function canSeeImport(
  actor: { id: number } & AgentPrivileges,
  importRecord: { agent_id: number | null },
): boolean {
  return importRecord.agent_id === actor.id || canSeeEveryImport(actor);
}

export function canSeeEveryImport(actor: AgentPrivileges): boolean {
  return hasAccess(actor, 'owner_or_developer');
}
