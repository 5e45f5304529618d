import { publishFormEvent } from '#features/forms/secure-links/publish-form-event.ts';
import { completeLinksOf } from '#features/forms/secure-links/visitor-links/renew-visitor-link.ts';
import {
  type Applied,
  applyEnvelope,
  type SubmissionRow,
  storeSignedDocument,
  withEsignErrors,
} from '#features/forms/submissions/signatures/record-signatures.ts';
import type { Context } from '#platform/context.ts';
import type { EnvelopeState, FinishedDocument } from '#platform/ports/esign.ts';
import { emailSignedCopy } from './email-signed-copy.ts';
import { emailTurn } from './email-turn.ts';
import { ESIGN_SYNC_QUEUE } from './rules.ts';

/** The current form, and whether anything of it was new. */
type Written = Pick<Applied, 'row' | 'changed'>;

/**
 * Stores the provider's state of a form's envelope; a finished document that did not come with it is fetched, once. If the
 * document cannot be stored now, the state is still stored and the queue retries the document.
 */
export async function recordState(
  ctx: Context,
  id: number,
  state: EnvelopeState,
  finished: FinishedDocument | null = null,
): Promise<Written> {
  const written = finished
    ? await writeFinished(ctx, id, state, finished)
    : await ctx.deps.database.transaction((db) => storeState({ ...ctx, db }, id, state));
  const { row } = written;
  if (!finished && row.is_completed && row.signed_document_id === null) await fetchDocument(ctx, row);
  return written;
}

async function writeFinished(
  ctx: Context,
  id: number,
  state: EnvelopeState,
  finished: FinishedDocument,
): Promise<Written> {
  const { database, jobs, log } = ctx.deps;
  try {
    return await database.transaction(async (db) => {
      const written = await storeState({ ...ctx, db }, id, state);
      await fileDocument({ ...ctx, db }, id, finished);
      return written;
    });
  } catch (error) {
    log.error({ err: error, submission: id }, 'a signed document could not be stored; the queue retries it');
    return database.transaction(async (db) => {
      const written = await storeState({ ...ctx, db }, id, state);
      await jobs.send(db, ESIGN_SYNC_QUEUE, { id });
      return written;
    });
  }
}

/**
 * The same in the caller's transaction, without the document. Notifies agents, emails a client whose turn it is, and completes the
 * links of a signed form.
 */
export async function storeState(ctx: Context, id: number, state: EnvelopeState): Promise<Written> {
  const { row, changed, update, isClientsTurn } = await applyEnvelope(ctx, id, state);
  if (row.is_completed && changed) await completeLinksOf(ctx, id);
  if (update) await publishFormEvent(ctx, row, { kind: update, event: `${id}:${row.envelope_id}` });
  if (isClientsTurn) await emailTurn(ctx, row);
  return { row, changed };
}

/** Stores the finished document and emails its client where it is; safe to repeat. */
export async function fetchDocument(ctx: Context, row: SubmissionRow): Promise<void> {
  const { envelope_id } = row;
  if (envelope_id === null) return;
  const finished = await withEsignErrors(() => ctx.deps.esign.finished(envelope_id));
  await ctx.deps.database.transaction((db) => fileDocument({ ...ctx, db }, row.id, finished));
}

async function fileDocument(ctx: Context, id: number, finished: FinishedDocument): Promise<void> {
  const stored = await storeSignedDocument(ctx, id, finished);
  if (stored) await emailSignedCopy(ctx, stored);
}
