import {
  type AgentFlag,
  canChangeAgent,
  canDeleteAgent,
  isGrantedByOwnersOnly,
  type RankedAgent,
} from '@ledgerline/contract/rules';
import type { SignedInAgent } from '../../lib/sign-in.ts';

/** The actions the form offers. Mirrors the server's authorization rules (decisions B4, B5, B23, O1). */
export interface AgentAccess {
  isSelf: boolean;
  canSeeFlags: boolean;
  canSetFlag: (flag: AgentFlag) => boolean;
  canEdit: boolean;
  canDelete: boolean;
}

export function agentAccess(actor: SignedInAgent | null, target: RankedAgent | null): AgentAccess {
  const isSelf = actor !== null && actor.id === target?.id;
  const canEdit = target === null || (actor !== null && canChangeAgent(actor, target));
  return {
    isSelf,
    canSeeFlags: actor?.has_all_staff_access === true,
    canSetFlag: (flag) =>
      canEdit &&
      !(isSelf && flag === 'is_owner') &&
      (actor?.is_owner === true || !isGrantedByOwnersOnly(flag)),
    canEdit,
    canDelete: target !== null && actor !== null && canDeleteAgent(actor, target),
  };
}
