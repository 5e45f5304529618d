import type { Agent } from '@ledgerline/contract/agents/endpoints';
import { FIRST_AGENT_ID } from '@ledgerline/contract/rules';
import type { SignedInAgent } from '../../lib/sign-in.ts';
import type { Flag } from './agent-flags.tsx';

type Target = Pick<Agent, 'id' | 'is_owner' | 'is_developer' | 'has_all_staff_access'>;

/** What the form offers; the server decides the same on every call (decisions B4, B5, B23, O1). */
export interface AgentAccess {
  isSelf: boolean;
  canSeeFlags: boolean;
  canSetFlag: (flag: Flag) => boolean;
  canEdit: boolean;
  canDelete: boolean;
}

export function agentAccess(actor: SignedInAgent | null, target: Target | null): AgentAccess {
  const isSelf = actor !== null && actor.id === target?.id;
  const isOwner = actor?.is_owner === true;
  const isOutranked = target !== null && RIGHTS.some((right) => target[right] && !actor?.[right]);
  const canEdit = isSelf || !isOutranked;
  return {
    isSelf,
    canSeeFlags: actor?.has_all_staff_access === true,
    canSetFlag: (flag) => canEdit && (flag === 'is_owner' && isSelf ? false : !isRank(flag) || isOwner),
    canEdit,
    canDelete: target !== null && target.id !== FIRST_AGENT_ID && !isSelf && canEdit,
  };
}

/** Whoever lacks one of these changes nobody who has it (decisions O1). */
const RIGHTS = ['is_owner', 'is_developer', 'has_all_staff_access'] as const;

/** Given and taken by owners only. */
function isRank(flag: Flag): boolean {
  return flag === 'is_owner' || flag === 'is_developer';
}
