/** The flags that decide what an agent may do to agents. */
export interface AgentFlags {
  id: number;
  is_owner: boolean;
  is_developer: boolean;
  has_all_staff_access: boolean;
}

export const FLAGS = ['is_advisor', 'is_owner', 'is_developer', 'has_all_staff_access'] as const;
export type Flag = (typeof FLAGS)[number];
export type FlagChanges = Partial<Record<Flag, boolean>>;

/** Owners, developers and all-staff users see and change every agent; everybody sees and changes himself (decisions B3, B6). */
export function canManageAgents(actor: AgentFlags): boolean {
  return actor.is_owner || actor.is_developer || actor.has_all_staff_access;
}

export function canSeeAgent(actor: AgentFlags, agentId: number): boolean {
  return actor.id === agentId || canManageAgents(actor);
}

/** The rights of which nobody changes the holder without having them himself (decisions O1). */
const RIGHTS = ['is_owner', 'is_developer', 'has_all_staff_access'] as const;

/** Whether the target holds a right that the actor lacks. */
export function outranks(target: AgentFlags, actor: AgentFlags): boolean {
  return RIGHTS.some((right) => target[right] && !actor[right]);
}

/** Oneself, and for managers everybody who holds no right that they lack (decisions O1). */
export function canChangeAgent(actor: AgentFlags, target: AgentFlags): boolean {
  return actor.id === target.id || (canManageAgents(actor) && !outranks(target, actor));
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
  target: { id: number; flags: Record<Flag, boolean> },
  asked: FlagChanges,
): FlagDecision {
  if (!actor.has_all_staff_access) return { allowed: true, changes: {} };
  const changes: FlagChanges = Object.fromEntries(
    FLAGS.filter((flag) => asked[flag] !== undefined && asked[flag] !== target.flags[flag]).map((flag) => [
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
