import { completeLinksOf } from '#features/forms/links/visitor-links/renew-visitor-link.ts';
import { applyEnvelope } from '#features/forms/submissions/signatures/keep-signatures.ts';
import { NotKnownYet } from '#features/inbox/rules.ts';
import type { Context } from '#platform/context.ts';
import type { EnvelopeState } from '#platform/ports/esign.ts';
import { ESIGN_SYNC_QUEUE } from '../handle-envelope.ts';
import { findIdByEnvelope } from '../listing.ts';

export { findKnownEnvelopes } from '../listing.ts';

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
