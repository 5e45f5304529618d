import { NotKnownYet } from '#features/webhooks/rules.ts';
import type { Context } from '#platform/context.ts';
import type { EnvelopeState } from '#platform/ports/esign.ts';
import { findIdByEnvelope } from './queries.ts';
import { writeState } from './record-state.ts';
import { ESIGN_SYNC_QUEUE } from './rules.ts';

export { findKnownEnvelopes } from './queries.ts';

/**
 * Writes what an event of the provider says of an envelope, in whatever order and however often it is told. The finished
 * document is fetched by a job, which starts when, and only if, this commits.
 */
export async function applyEnvelopeEvent(ctx: Context, state: EnvelopeState): Promise<void> {
  const id = await findIdByEnvelope(ctx.db, state.envelopeId);
  if (id === undefined) throw new NotKnownYet(`no form here is out with envelope ${state.envelopeId}`);
  const { row } = await writeState(ctx, id, state);
  if (row.is_completed && row.signed_document_id === null)
    await ctx.deps.jobs.send(ctx.db, ESIGN_SYNC_QUEUE, { id });
}
