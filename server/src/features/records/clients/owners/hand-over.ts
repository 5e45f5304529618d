import type { OwnedClients } from '#features/people/agents/look-up-agents.ts';
import { AppError } from '#platform/errors.ts';
import { editClients } from '../edits/edit-clients.ts';
import { OWNER } from '../rules.ts';
import { findOwned } from './listing.ts';

/** Clients that go through the one door at a time. */
const AT_ONCE = 1000;

/** What becomes of an agent's clients when he leaves: each goes over with a line in its history. */
export const ownedClients: OwnedClients = {
  count: async (db, agentId) => (await findOwned(db, agentId)).length,
  handOver: async (ctx, from, to) => {
    const ids = await findOwned(ctx.db, from);
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const edits = ids.slice(start, start + AT_ONCE).map((id) => ({ id, input: new Map([[OWNER, to]]) }));
      const { rejected } = await editClients(ctx, edits, { operation: `handed over:${ctx.requestId}` });
      if (rejected.length > 0) throw new AppError('conflict');
    }
  },
};
