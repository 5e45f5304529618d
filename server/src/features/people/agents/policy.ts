import { type AgentRights, hasAccess } from '@ledgerline/contract/rules';

/** An agent as far as it decides what may be done to agents. */
export type AgentFlags = { id: number } & AgentRights;

export const NO_FLAGS = {
  is_advisor: false,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
};
const FLAGS = ['is_advisor', 'is_owner', 'is_developer', 'has_all_staff_access'] as const;
type Flag = (typeof FLAGS)[number];
type FlagChanges = Partial<Record<Flag, boolean>>;

/** Owners, developers and all-staff users see and change every agent; everybody sees and changes himself (decisions B3, B6). */
export function canManageAgents(actor: AgentFlags): boolean {
  return hasAccess(actor, 'agent_manager');
}

export function canSeeAgent(actor: AgentFlags, agentId: number): boolean {
  return actor.id === agentId || canManageAgents(actor);
}

/** The rights of which nobody changes the holder without having them himself (decisions O1). */
const RIGHTS = ['is_owner', 'is_developer', 'has_all_staff_access'] as const;

/** What a sign-in token tells the browser of its agent. */
export function rightsOf({ is_owner, is_developer, has_all_staff_access }: AgentRights): AgentRights {
  return { is_owner, is_developer, has_all_staff_access };
}

/** Whether the target holds a right that the actor lacks. */
export function outranks(target: AgentFlags, actor: AgentFlags): boolean {
  return RIGHTS.some((right) => target[right] && !actor[right]);
}

/** Oneself, and for managers everybody who holds no right that they lack (decisions O1). */
export function canChangeAgent(actor: AgentFlags, target: AgentFlags): boolean {
  return actor.id === target.id || (canManageAgents(actor) && !outranks(target, actor));
}

/** Advisors sign documents, nobody else (decisions B8). */
export function canSignAsAdvisor(agent: { is_advisor: boolean }): boolean {
  return agent.is_advisor;
}

/** Agent 1 and oneself cannot be deleted (decisions B23), nor somebody who holds a right that the actor lacks (decisions O1). */
export function canDeleteAgent(actor: AgentFlags, target: AgentFlags): boolean {
  return target.id !== 1 && target.id !== actor.id && canChangeAgent(actor, target);
}

export type FlagDecision = { allowed: true; changes: FlagChanges } | { allowed: false; reason: string };

/**
 * Which of the asked flags take effect. Callers without all-staff access have theirs ignored (decisions B4); only an owner gives
 * or takes owner and developer, and nobody drops his own last owner flag (decisions B5).
 */
export function decideFlags(
  actor: AgentFlags,
  target: { id: number } & Record<Flag, boolean>,
  asked: { [flag in Flag]?: boolean | undefined },
): FlagDecision {
  if (!actor.has_all_staff_access) return { allowed: true, changes: {} };
  const changes: FlagChanges = Object.fromEntries(
    FLAGS.filter((flag) => asked[flag] !== undefined && asked[flag] !== target[flag]).map((flag) => [
      flag,
      asked[flag],
    ]),
  );
  const touchesRank = changes.is_owner !== undefined || changes.is_developer !== undefined;
  if (touchesRank && !actor.is_owner) {
    return {
      allowed: false,
      reason: 'Only an owner may give or take the owner and developer access levels.',
    };
  }
  if (changes.is_owner === false && target.id === actor.id) {
    return { allowed: false, reason: 'You cannot remove your own owner access.' };
  }
  return { allowed: true, changes };
}
