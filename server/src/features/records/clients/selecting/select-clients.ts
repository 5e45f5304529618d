import type { Selection } from '@ledgerline/contract/bulk-actions/endpoints';
import type { AgentActor, Context } from '#platform/context.ts';
import { visibleIdsOf } from '#platform/database/visible-rows.ts';
import { clientFilter } from '../filter-columns.ts';
import { ownerOf } from '../service.ts';
import { findSelected } from './queries.ts';

/**
 * The ids of the selected clients, ascending. `limit` applies to a selection by list only; ids that were selected one by one
 * are returned even if they do not exist.
 */
export async function selectClients(
  ctx: Context<AgentActor>,
  selection: Selection,
  limit: number,
): Promise<number[]> {
  const { ids, all } = selection;
  if (ids || !all) return [...new Set(ids)].sort((a, b) => a - b);
  const { owner, filter, ...view } = all;
  const applied = await clientFilter(ctx, filter);
  return findSelected(ctx.db, { ...view, owner: ownerOf(ctx, owner), filter: applied }, limit);
}

const NOT_FOUND = 'The client no longer exists, or you have no access to it';
const MERGED = 'The client was merged with another one';

/** Why clients cannot be found; a client that the agent cannot see is like one that does not exist. */
export async function missingReasons(ctx: Context, ids: readonly number[]): Promise<Map<number, string>> {
  const former = new Set(await visibleIdsOf(ctx.db, 'merged_clients', ids));
  return new Map(ids.map((id) => [id, former.has(id) ? MERGED : NOT_FOUND]));
}
