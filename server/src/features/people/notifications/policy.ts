import { type NoticeKind, OWNERS_KINDS } from '@ledgerline/contract/notifications/kinds';
import type { AgentRights } from '@ledgerline/contract/rules';

/** What goes on in the house is for those who run it. */
export function mayBeToldOf(agent: AgentRights, kind: NoticeKind): boolean {
  return agent.is_owner || !OWNERS_KINDS.has(kind);
}
