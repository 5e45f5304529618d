import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { membersOf } from '#features/records/households/service.ts';
import type { Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import { findCovered } from './queries.ts';
import * as repository from './repository.ts';

type Covered = Policy['covered_clients'];

/** The linked clients whom a policy covers, among those that the agent can see. */
export const coveredOf = async (ctx: Context, policyId: number): Promise<Covered> =>
  (await findCovered(ctx.db, [policyId])).get(policyId) ?? [];

/**
 * Sets whom a locked policy covers, `undefined` for no change; returns the ids before and after, or null if they are the
 * same. A client who is not linked to the policy's client is rejected, unless the policy covers that client already.
 */
export async function coverClients(
  ctx: Context,
  { id, client_id }: { id: number; client_id: number },
  wanted: readonly number[] | undefined,
): Promise<{ before: number[]; after: number[] } | null> {
  if (wanted === undefined) return null;
  const before = (await coveredOf(ctx, id)).map((client) => client.id);
  const after = [...new Set(wanted)].sort((a, b) => a - b);
  const added = after.filter((client) => !before.includes(client));
  const removed = before.filter((client) => !after.includes(client));
  if (added.length + removed.length === 0) return null;
  const members = new Set((await membersOf(ctx.db, client_id)).map((member) => member.client_id));
  if (added.some((client) => !members.has(client)))
    throw wrongField(
      'covered_client_ids',
      'A covered client is not linked to this client. Link both clients under Household first',
    );
  await repository.addCovered(ctx.db, id, added);
  await repository.removeCovered(ctx.db, id, removed);
  return { before, after };
}
