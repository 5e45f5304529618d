import {
  AGENT_FLAGS,
  AGENT_RIGHTS,
  type AgentFlag,
  type AgentFlags,
  type AgentRights,
  hasAccess,
} from '@ledgerline/contract/rules';

/** An agent as far as it decides what may be done to agents. */
type Ranked = { id: number } & AgentRights;
type FlagChanges = Partial<AgentFlags>;

/** Owners, developers and all-staff users see and change every agent; everybody sees and changes himself (decisions B3, B6). */
export function canManageAgents(actor: Ranked): boolean {
  return hasAccess(actor, 'agent_manager');
}

export function canSeeAgent(actor: Ranked, agentId: number): boolean {
  return actor.id === agentId || canManageAgents(actor);
}

/** Whether the target holds a right that the actor lacks. */
export function outranks(target: Ranked, actor: Ranked): boolean {
  return AGENT_RIGHTS.some((right) => target[right] && !actor[right]);
}

/** Oneself, and for managers everybody who holds no right that they lack (decisions O1). */
export function canChangeAgent(actor: Ranked, target: Ranked): boolean {
  return actor.id === target.id || (canManageAgents(actor) && !outranks(target, actor));
}

/** Advisors sign documents, nobody else (decisions B8). */
export function canSignAsAdvisor(agent: { is_advisor: boolean }): boolean {
  return agent.is_advisor;
}

/** Agent 1 and oneself cannot be deleted (decisions B23), nor somebody who holds a right that the actor lacks (decisions O1). */
export function canDeleteAgent(actor: Ranked, target: Ranked): boolean {
  return target.id !== 1 && target.id !== actor.id && canChangeAgent(actor, target);
}

export type FlagDecision = { allowed: true; changes: FlagChanges } | { allowed: false; reason: string };

/**
 * Which of the asked flags take effect. Callers without all-staff access have theirs ignored (decisions B4); only an owner gives
 * or takes owner and developer, and nobody drops his own last owner flag (decisions B5).
 */
export function decideFlags(
  actor: Ranked,
  target: { id: number } & AgentFlags,
  asked: { [flag in AgentFlag]?: boolean | undefined },
): FlagDecision {
  if (!actor.has_all_staff_access) return { allowed: true, changes: {} };
  const changes: FlagChanges = Object.fromEntries(
    AGENT_FLAGS.filter((flag) => asked[flag] !== undefined && asked[flag] !== target[flag]).map((flag) => [
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
