import { type NotificationKind, OWNERS_KINDS } from '@ledgerline/contract/notifications/kinds';
import type { AgentRights } from '@ledgerline/contract/rules';

/** What goes on in the house is for those who run it. */
export function mayBeNotifiedOf(agent: AgentRights, kind: NotificationKind): boolean {
  return agent.is_owner || !OWNERS_KINDS.has(kind);
}
