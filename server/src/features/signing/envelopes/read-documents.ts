import {
  assertCurrentProvider,
  submissionToSign,
  withEsignErrors,
} from '#features/forms/submissions/signatures/record-signatures.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';

type Ctx = Context<AgentActor>;

export async function listEnvelopeDocuments(ctx: Ctx, envelopeId: string) {
  assertCurrentProvider(ctx, await submissionToSign(ctx.db, envelopeId));
  const documents = await withEsignErrors(() => ctx.deps.esign.documents(envelopeId));
  return { success: true as const, documents };
}

export async function readEnvelopeDocument(
  ctx: Ctx,
  { envelopeId, documentId }: { envelopeId: string; documentId: string },
): Promise<{ name: string; bytes: Buffer }> {
  const row = await submissionToSign(ctx.db, envelopeId);
  if (row.envelope_id !== envelopeId) throw new AppError('not_found');
  assertCurrentProvider(ctx, row);
  const bytes = await withEsignErrors(() => ctx.deps.esign.document(envelopeId, documentId));
  return { name: `${row.title}.pdf`, bytes };
}
