import type { OwnedClients } from '#features/people/agents/find-agents.ts';
import type { Context } from '#platform/context.ts';
import { editClients, rejectionError } from '../edits/edit-clients.ts';
import { OWNER } from '../rules.ts';
import { countOwned, findOwned } from './queries.ts';

/** Clients reassigned per batch. */
const BATCH_SIZE = 1000;

/**
 * Reassigns the clients of an agent who leaves, each with a history entry. They are processed in id order, in
 * which every save locks them, so that no deadlock is possible.
 */
export const ownedClients: OwnedClients = {
  count: countOwned,
  reassign: async (ctx, from, to) => {
    for (let after = 0; ; ) {
      const ids = await findOwned(ctx.db, from, { after, limit: BATCH_SIZE });
      const last = ids.at(-1);
      if (last === undefined) return;
      await reassignClients(ctx, ids, { from, to });
      after = last;
    }
  },
};

/** Clients that were reassigned or deleted since they were found are skipped. */
export async function reassignClients(
  ctx: Context,
  ids: readonly number[],
  { from, to }: { from: number; to: number | null },
): Promise<void> {
  const edits = ids.map((id) => ({ id, input: new Map([[OWNER, to]]), was: new Map([[OWNER, from]]) }));
  const { rejected } = await editClients(ctx, edits, { operation: `handed over:${ctx.requestId}` });
  if (rejected.length === 0) return;
  const left = new Set(
    rejected.flatMap(({ id, field, theirs }) => (field === '' || theirs !== undefined ? [id] : [])),
  );
  const rest = ids.filter((id) => !left.has(id));
  // A client rejected for another reason would be rejected again.
  if (left.size === 0) throw rejectionError(ctx, rejected);
  if (rest.length > 0) await reassignClients(ctx, rest, { from, to });
}
