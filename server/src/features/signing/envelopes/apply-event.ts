import { NotKnownYet } from '#features/webhooks/rules.ts';
import type { Context } from '#platform/context.ts';
import type { EnvelopeState } from '#platform/ports/esign.ts';
import { findIdByEnvelope } from './queries.ts';
import { storeState } from './record-state.ts';
import { ESIGN_SYNC_QUEUE } from './rules.ts';

export { findKnownEnvelopes } from './queries.ts';

/**
 * Applies the state of an envelope from a provider event, in any order and any number of times. A job fetches the finished
 * document; it starts when, and only if, this transaction commits.
 */
export async function applyEnvelopeEvent(ctx: Context, state: EnvelopeState): Promise<void> {
  const id = await findIdByEnvelope(ctx.db, state.envelopeId);
  if (id === undefined) throw new NotKnownYet(`no form here has envelope ${state.envelopeId}`);
  const { row } = await storeState(ctx, id, state);
  if (row.is_completed && row.signed_document_id === null)
    await ctx.deps.jobs.send(ctx.db, ESIGN_SYNC_QUEUE, { id });
}
