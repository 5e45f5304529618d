import { AGENT_RIGHTS, type AgentFlag, type AgentRights, FIRST_AGENT_ID } from '@ledgerline/contract/rules';
import type { SignedInAgent } from '../../lib/sign-in.ts';

type Target = { id: number } & AgentRights;

/** What the form offers; the server decides the same on every call (decisions B4, B5, B23, O1). */
export interface AgentAccess {
  isSelf: boolean;
  canSeeFlags: boolean;
  canSetFlag: (flag: AgentFlag) => boolean;
  canEdit: boolean;
  canDelete: boolean;
}

export function agentAccess(actor: SignedInAgent | null, target: Target | null): AgentAccess {
  const isSelf = actor !== null && actor.id === target?.id;
  const isOwner = actor?.is_owner === true;
  const isOutranked = target !== null && AGENT_RIGHTS.some((right) => target[right] && !actor?.[right]);
  const canEdit = isSelf || !isOutranked;
  return {
    isSelf,
    canSeeFlags: actor?.has_all_staff_access === true,
    canSetFlag: (flag) => canEdit && (flag === 'is_owner' && isSelf ? false : !isRank(flag) || isOwner),
    canEdit,
    canDelete: target !== null && target.id !== FIRST_AGENT_ID && !isSelf && canEdit,
  };
}

/** Given and taken by owners only. */
function isRank(flag: AgentFlag): boolean {
  return flag === 'is_owner' || flag === 'is_developer';
}
