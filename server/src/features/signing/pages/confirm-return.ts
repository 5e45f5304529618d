import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { confirmSigning as confirmEndpoint } from '@ledgerline/contract/signing/endpoints';
import { submissionToSign } from '#features/forms/submissions/signatures/record-signatures.ts';
import type { Context } from '#platform/context.ts';
import { readReturnToken } from '../envelopes/return-address.ts';
import { ESIGN_SYNC_QUEUE } from '../envelopes/rules.ts';
import { outcomeOf } from './rules.ts';

/** What the provider has confirmed about the signing of a return token; never what the return address claims. */
export async function confirmSigning(
  ctx: Context,
  { state, ask }: BodyOf<typeof confirmEndpoint>,
): Promise<ReplyOf<typeof confirmEndpoint>> {
  const { form, signer } = readReturnToken(ctx, state);
  const row = await submissionToSign(ctx.db, String(form));
  const outcome = outcomeOf(row, signer);
  if (ask && outcome === 'waiting' && row.envelope_id !== null) {
    await ctx.deps.jobs.send(ctx.db, ESIGN_SYNC_QUEUE, { id: row.id });
  }
  return { success: true, session_form_id: row.id, signer, outcome };
}
