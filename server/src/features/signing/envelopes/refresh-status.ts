import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { refreshSubmissionStatus as refreshEndpoint } from '@ledgerline/contract/signing/endpoints';
import {
  assertCurrentProvider,
  type SubmissionRow,
  submissionToSign,
  withEsignErrors,
} from '#features/forms/submissions/signatures/record-signatures.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { recordState } from './record-state.ts';
import { ESIGN_SYNC_QUEUE, isCachedResponse } from './rules.ts';

/** Requests the state from the provider and stores what is new; the finished document is fetched once. */
export async function refreshStatus(ctx: Context, id: number): Promise<ReplyOf<typeof refreshEndpoint>> {
  const row = await submissionToSign(ctx.db, String(id));
  if (row.envelope_id === null) return toRefreshed(row, { changed: false, is_from_memory: false });
  const { envelope_id } = row;
  assertCurrentProvider(ctx, row);
  const requestedAt = ctx.deps.clock.now();
  const state = await withEsignErrors(() => ctx.deps.esign.status(envelope_id));
  const applied = await recordState(ctx, id, state);
  const is_from_memory = isCachedResponse(state.asOf, requestedAt);
  return toRefreshed(applied.row, { changed: applied.changed, is_from_memory });
}

/** Queues a job that requests the state; forms without an envelope have nothing to request (ES-010). */
export async function startBackgroundSync(
  ctx: Context<AgentActor>,
  id: number,
): Promise<{ success: true; message: string }> {
  const row = await submissionToSign(ctx.db, String(id));
  if (row.envelope_id !== null) await ctx.deps.jobs.send(ctx.db, ESIGN_SYNC_QUEUE, { id });
  return { success: true, message: 'Sync started.' };
}

function toRefreshed(
  row: SubmissionRow,
  result: { changed: boolean; is_from_memory: boolean },
): ReplyOf<typeof refreshEndpoint> {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    success: true,
    status: row.status,
    ...result,
    advisor_signed_at: iso(row.advisor_signed_at),
    client_signed_at: iso(row.client_signed_at),
    has_advisor_signature: row.has_advisor_signature,
    has_client_signature: row.has_client_signature,
    pending_advisor_signature: row.pending_advisor_signature,
    pending_client_signature: row.pending_client_signature,
    next_signer_role: row.next_signer_role,
    voided_at: iso(row.voided_at),
    checked_at: iso(row.envelope_checked_at),
  };
}
