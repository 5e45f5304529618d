import { type AgentPrivileges, hasAccess } from '@ledgerline/contract/rules';

/** A bulk action names many clients, so only its agent, owners and developers see and undo it. */
export function canSeeOperation(
  actor: { id: number } & AgentPrivileges,
  operation: { agent_id: number | null },
): boolean {
  return operation.agent_id === actor.id || canSeeEveryOperation(actor);
}

export function canSeeEveryOperation(actor: AgentPrivileges): boolean {
  return hasAccess(actor, 'owner_or_developer');
}
