import { type NotificationKind, OWNERS_KINDS } from '@ledgerline/contract/notifications/kinds';
import type { AgentPrivileges } from '@ledgerline/contract/rules';

/** Events about operating the portal are for owners. */
export function mayBeNotifiedOf(agent: AgentPrivileges, kind: NotificationKind): boolean {
  return agent.is_owner || !OWNERS_KINDS.has(kind);
}
