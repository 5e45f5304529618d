import { type NotificationKind, OWNERS_KINDS } from '@ledgerline/contract/notifications/kinds';
import type { AgentRights } from '@ledgerline/contract/rules';

/** Events about operating the portal are for owners. */
export function mayBeNotifiedOf(agent: AgentRights, kind: NotificationKind): boolean {
  return agent.is_owner || !OWNERS_KINDS.has(kind);
}
