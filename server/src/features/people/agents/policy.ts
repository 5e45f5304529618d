import {
  AGENT_FLAGS,
  type AgentFlag,
  type AgentFlags,
  hasAccess,
  isGrantedByOwnersOnly,
  type RankedAgent,
} from '@ledgerline/contract/rules';

type FlagChanges = Partial<AgentFlags>;

/**
 * Owners, developers and all-staff users see and change every agent; every agent sees and changes themselves
 * (decisions B3, B6).
 */
export function canManageAgents(actor: RankedAgent): boolean {
  return hasAccess(actor, 'agent_manager');
}

export function canSeeAgent(actor: RankedAgent, agentId: number): boolean {
  return actor.id === agentId || canManageAgents(actor);
}

/** Only owners see when and how securely others sign in (decision 059). */
export function canSeeSecurity(actor: RankedAgent): boolean {
  return actor.is_owner;
}

/** Only advisors sign documents (decisions B8). */
export function canSignAsAdvisor(agent: { is_advisor: boolean }): boolean {
  return agent.is_advisor;
}

/** The agent can no longer sign documents. */
export function endsSigning(changes: FlagChanges): boolean {
  return changes.is_advisor === false;
}

export type FlagDecision = { allowed: true; changes: FlagChanges } | { allowed: false; reason: string };

/**
 * Which of the requested flags take effect. Flags from callers without all-staff access are ignored
 * (decisions B4). Only an owner grants or revokes owner and developer, and owners cannot remove their own
 * owner flag (decisions B5).
 */
export function decideFlags(
  actor: RankedAgent,
  target: { id: number } & AgentFlags,
  requested: { [flag in AgentFlag]?: boolean | undefined },
): FlagDecision {
  if (!actor.has_all_staff_access) return { allowed: true, changes: {} };
  const changes: FlagChanges = Object.fromEntries(
    AGENT_FLAGS.filter((flag) => requested[flag] !== undefined && requested[flag] !== target[flag]).map(
      (flag) => [flag, requested[flag]],
    ),
  );
  if (!actor.is_owner && AGENT_FLAGS.some((flag) => flag in changes && isGrantedByOwnersOnly(flag))) {
    return {
      allowed: false,
      reason: 'Only an owner may grant or revoke the owner and developer access levels.',
    };
  }
  if (changes.is_owner === false && target.id === actor.id) {
    return { allowed: false, reason: 'You cannot remove your own owner access.' };
  }
  return { allowed: true, changes };
}
