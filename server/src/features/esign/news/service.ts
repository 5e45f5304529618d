import { NotKnownYet } from '#features/provider-events/rules.ts';
import { completeLinksOf } from '#features/secure-links/visitor-links/service.ts';
import { applyEnvelope } from '#features/submissions/signing/service.ts';
import type { Context } from '#platform/context.ts';
import type { EnvelopeState } from '#providers/esign/port.ts';
import { findIdByEnvelope } from '../listing.ts';
import { ESIGN_SYNC_QUEUE } from '../service.ts';

/**
 * Writes what an event of the provider says of an envelope, in whatever order and however often it is told. The finished
 * document is fetched by a job, which starts when, and only if, this commits.
 */
export async function applyEnvelopeNews(ctx: Context, state: EnvelopeState): Promise<void> {
  const id = await findIdByEnvelope(ctx.db, state.envelopeId);
  if (id === undefined) throw new NotKnownYet(`no form here is out with envelope ${state.envelopeId}`);
  const { row, changed } = await applyEnvelope(ctx, id, state);
  if (!row.is_completed) return;
  if (changed) await completeLinksOf(ctx, id);
  if (row.signed_document_id === null) await ctx.deps.jobs.send(ctx.db, ESIGN_SYNC_QUEUE, { id });
}
