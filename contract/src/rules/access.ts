import type { Access } from '../endpoint.ts';

/** The access levels of an agent that open endpoints to him. */
export interface AgentRights {
  is_owner: boolean;
  is_developer: boolean;
  has_all_staff_access: boolean;
}

/** Whether an agent who is signed in has the access that an endpoint asks of agents (decisions B3, B7). */
export function hasAccess(agent: AgentRights, access: Access): boolean {
  if (access === 'developer') return agent.is_developer;
  if (access === 'owner_or_developer') return agent.is_owner || agent.is_developer;
  if (access === 'agent_manager') return agent.is_owner || agent.is_developer || agent.has_all_staff_access;
  return true;
}
