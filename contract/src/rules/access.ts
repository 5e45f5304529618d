import type { Access } from '../endpoint.ts';
import { FIRST_AGENT_ID } from './constants.ts';

/** Access levels that are privileges: only agents with the same privileges may change an agent who has them (decisions O1). */
export const AGENT_PRIVILEGES = ['is_owner', 'is_developer', 'has_all_staff_access'] as const;
export type AgentPrivileges = Record<(typeof AGENT_PRIVILEGES)[number], boolean>;

/** Every access level of an agent (1§6); each is a column of the same name. */
export const AGENT_FLAGS = ['is_advisor', ...AGENT_PRIVILEGES] as const;
export type AgentFlag = (typeof AGENT_FLAGS)[number];
export type AgentFlags = Record<AgentFlag, boolean>;
export const NO_FLAGS: AgentFlags = {
  is_advisor: false,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
};

/** The access levels of an agent, without other fields. */
export function flagsOf({ is_advisor, ...agent }: AgentFlags): AgentFlags {
  return { is_advisor, ...privilegesOf(agent) };
}

/** The agent's privileges: what a sign-in token contains (0§6). */
export function privilegesOf({
  is_owner,
  is_developer,
  has_all_staff_access,
}: AgentPrivileges): AgentPrivileges {
  return { is_owner, is_developer, has_all_staff_access };
}

/** Whether a signed-in agent has the access that an endpoint requires of agents (decisions B3, B7). */
export function hasAccess(agent: AgentPrivileges, access: Access): boolean {
  if (access === 'developer') return agent.is_developer;
  if (access === 'owner') return agent.is_owner;
  if (access === 'owner_or_developer') return agent.is_owner || agent.is_developer;
  if (access === 'agent_manager') return agent.is_owner || agent.is_developer || agent.has_all_staff_access;
  return true;
}

/** The fields of an agent that decide what others may do to them. */
export type RankedAgent = { id: number } & AgentPrivileges;

/** Whether the target holds a privilege that the actor lacks. */
export function outranks(target: AgentPrivileges, actor: AgentPrivileges): boolean {
  return AGENT_PRIVILEGES.some((privilege) => target[privilege] && !actor[privilege]);
}

/** Agents may change themselves; managers may also change agents who have no privilege that the manager lacks (decisions O1). */
export function canChangeAgent(actor: RankedAgent, target: RankedAgent): boolean {
  return actor.id === target.id || (hasAccess(actor, 'agent_manager') && !outranks(target, actor));
}

/** No one can delete agent 1, themselves (decisions B23), or an agent with a privilege that they lack (decisions O1). */
export function canDeleteAgent(actor: RankedAgent, target: RankedAgent): boolean {
  return target.id !== FIRST_AGENT_ID && target.id !== actor.id && canChangeAgent(actor, target);
}

/** Granted and revoked only by owners (decisions B5). */
export function isGrantedByOwnersOnly(flag: AgentFlag): boolean {
  return flag === 'is_owner' || flag === 'is_developer';
}
