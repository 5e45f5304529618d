import { type AgentRights, hasAccess } from '@ledgerline/contract/rules';

/** A bulk action names many clients, so only its agent, owners and developers see and undo it. */
export function canSeeOperation(
  actor: { id: number } & AgentRights,
  operation: { agent_id: number | null },
): boolean {
  return operation.agent_id === actor.id || canSeeEveryOperation(actor);
}

export function canSeeEveryOperation(actor: AgentRights): boolean {
  return hasAccess(actor, 'owner_or_developer');
}
