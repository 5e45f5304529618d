import { completeLinksOf } from '#features/forms/links/visitor-links/renew-visitor-link.ts';
import {
  answered,
  applyEnvelope,
  keepSignedDocument,
  type SubmissionRow,
} from '#features/forms/submissions/signatures/keep-signatures.ts';
import type { Context } from '#platform/context.ts';
import type { EnvelopeState, FinishedDocument } from '#platform/ports/esign.ts';
import { mailSignedCopy } from './mail-signed-copy.ts';

/** The form as it stands now, and whether anything of it was new. */
interface Written {
  row: SubmissionRow;
  changed: boolean;
}

/** Writes what the provider says of a form's envelope; a finished document that did not come with it is fetched, once. */
export async function recordState(
  ctx: Context,
  id: number,
  state: EnvelopeState,
  finished: FinishedDocument | null = null,
): Promise<Written> {
  const written = await ctx.deps.database.transaction(async (db) => {
    const inside = { ...ctx, db };
    const now = await writeState(inside, id, state);
    if (finished) await fileDocument(inside, id, finished);
    return now;
  });
  const { row } = written;
  if (!finished && row.is_completed && row.signed_document_id === null) await fetchDocument(ctx, row);
  return written;
}

/** The same in the caller's transaction, without the document; a form that is signed needs its links no more. */
export async function writeState(ctx: Context, id: number, state: EnvelopeState): Promise<Written> {
  const written = await applyEnvelope(ctx, id, state);
  if (written.row.is_completed && written.changed) await completeLinksOf(ctx, id);
  return written;
}

/** Files the finished document and tells its client where it is; safe to repeat. */
export async function fetchDocument(ctx: Context, row: SubmissionRow): Promise<void> {
  const { envelope_id } = row;
  if (envelope_id === null) return;
  const finished = await answered(() => ctx.deps.esign.finished(envelope_id));
  await ctx.deps.database.transaction((db) => fileDocument({ ...ctx, db }, row.id, finished));
}

async function fileDocument(ctx: Context, id: number, finished: FinishedDocument): Promise<void> {
  const kept = await keepSignedDocument(ctx, id, finished);
  if (kept) await mailSignedCopy(ctx, kept);
}
