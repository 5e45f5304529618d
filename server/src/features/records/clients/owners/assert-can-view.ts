import { withAccessScopeOf } from '#features/people/teams/access-scope.ts';
import { agentIdOf, type Context } from '#platform/context.ts';
import { visibleIdsOf } from '#platform/database/visible-rows.ts';
import { wrongField } from '#platform/errors.ts';

/**
 * A client's items cannot be assigned to an agent who cannot see the client: they would be lost (decision
 * 071).
 */
export async function assertCanView(
  ctx: Context,
  {
    client_id,
    owner_agent_id,
  }: { client_id?: number | null | undefined; owner_agent_id?: number | null | undefined },
): Promise<void> {
  if (typeof client_id !== 'number' || typeof owner_agent_id !== 'number') return;
  if (owner_agent_id === agentIdOf(ctx)) return;
  const { db } = ctx;
  const seen = await withAccessScopeOf(db, owner_agent_id, () => visibleIdsOf(db, 'clients', [client_id]));
  if (seen.length > 0) return;
  throw wrongField('owner_agent_id', 'must be an agent who can see this client; reassign the client first');
}
