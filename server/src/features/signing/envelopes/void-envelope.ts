import { isVoided } from '@ledgerline/contract/rules';
import {
  applyEnvelope,
  assertCurrentProvider,
  submissionToSign,
  withEsignErrors,
} from '#features/forms/submissions/signatures/record-signatures.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type EnvelopeState, EsignError, ONLY_SENT_OR_DELIVERED } from '#platform/ports/esign.ts';

type Ctx = Context<AgentActor>;

/** Voids a form that is out for signature: first with the provider, then here (1§4). */
export async function voidEnvelope(
  ctx: Ctx,
  id: number,
  reason: string,
): Promise<{ success: true; message: string }> {
  const row = await submissionToSign(ctx.db, String(id));
  const { envelope_id } = row;
  if (envelope_id === null || isVoided(row)) {
    throw new AppError('wrong_state', { message: ONLY_SENT_OR_DELIVERED });
  }
  assertCurrentProvider(ctx, row);
  const state = await withEsignErrors(() => voidedState(ctx, envelope_id, reason));
  await ctx.deps.database.transaction(async (db) => {
    await applyEnvelope({ ...ctx, db }, id, state);
    await auditAction({ ...ctx, db }, 'voided', 'session_form', id, {
      ...{ field: 'envelope_id', new_value: reason, of_client: row.client_id },
    });
  });
  return { success: true, message: 'Envelope voided.' };
}

/**
 * Retries a call that was interrupted after the provider had voided: finds the envelope voided and continues from there.
 */
async function voidedState({ deps }: Ctx, envelopeId: string, reason: string): Promise<EnvelopeState> {
  try {
    await deps.esign.void(envelopeId, reason);
  } catch (error) {
    if (!(error instanceof EsignError) || error.kind !== 'wrong_state') throw error;
    const state = await deps.esign.status(envelopeId);
    if (state.status !== 'voided') throw error;
    return state;
  }
  return deps.esign.status(envelopeId);
}
