import type { AgentPrivileges } from '@ledgerline/contract/rules';

/**
 * The agent of record whose commissions an agent sees: null for owners, who see all of them. Other agents see those of policies
 * of which they are the agent of record, and only of clients whom they can access.
 */
export const seenAgentOfRecord = ({
  id,
  is_owner,
}: { id: number } & Pick<AgentPrivileges, 'is_owner'>): number | null => (is_owner ? null : id);
