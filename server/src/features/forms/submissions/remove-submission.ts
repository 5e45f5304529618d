import { isCompletedOrSigned, titleConfirmed } from '@ledgerline/contract/rules';
import {
  documentsOfSubmission,
  moveDocumentsToClient,
  removeDocumentsOf,
} from '#features/records/documents/service.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { removeAfterCommit } from '#platform/storage/store-file.ts';
import { publishSubmissionEvent } from './fill-form.ts';
import { canDeleteSubmission } from './policy.ts';
import * as repository from './repository.ts';
import * as requested from './requested-documents/repository.ts';
import { deleteAllowed, partialDocumentKey } from './rules.ts';
import { isWithProvider } from './signatures/record-signatures.ts';

type Outline = repository.SubmissionOutline;

/**
 * Removes a locked submission with its links and documents (decisions H19); what its client signed stays with the client.
 * `confirmTitle` is the text typed to confirm that a completed or signed one is deleted (decisions O5).
 */
export async function removeSubmission(
  ctx: Context<AgentActor>,
  row: Outline,
  confirmTitle?: string,
): Promise<void> {
  if (!deleteAllowed(row)) {
    throw new AppError('wrong_state', {
      message: 'This form is out for signature. Void it before deleting it.',
    });
  }
  const isFinished = isCompletedOrSigned(row);
  if (isFinished) await assertConfirmed(ctx, row, confirmTitle);
  // The attached PDF of a completed form without signatures is its finished document, and stays as well.
  if (!isFinished || row.client_id === null) await removeDocumentsOf(ctx, row.id);
  if (row.envelope_id !== null) await removeAfterCommit(ctx, [partialDocumentKey(row.id)]);
  const requestedFiles = await requested.listFiles(ctx.db, row.id);
  await repository.removeSubmission(ctx.db, row.id);
  if (requestedFiles.length > 0)
    await removeAfterCommit(
      ctx,
      requestedFiles.map(({ storage_key }) => storage_key),
    );
  await writeAudit(ctx, [
    {
      ...{ action: 'deleted', entity: 'session_form', entity_id: row.id, old_value: row.title },
      of_client: row.client_id ?? 'unknown',
    },
    ...(isFinished && row.client_id !== null ? [removalEntry(row, row.client_id)] : []),
  ]);
  await publishSubmissionEvent(ctx, 'deleted', row.id);
}

/** Only by an owner who typed the title, and never with a signed PDF that would then have no client. */
async function assertConfirmed(
  ctx: Context<AgentActor>,
  row: Outline,
  confirmTitle: string | undefined,
): Promise<void> {
  if (!canDeleteSubmission(ctx.actor, row)) {
    throw new AppError('not_allowed', {
      message: 'This form is completed or signed. Only an owner can delete it.',
    });
  }
  if (!titleConfirmed(confirmTitle, row.title)) {
    throw new AppError('confirmation_needed', {
      message: `This form is completed or signed. Type its title, “${row.title}”, to delete it.`,
    });
  }
  const error = pdfError(ctx, row) ?? (await unassignedPdfError(ctx, row));
  if (error) throw new AppError('wrong_state', { message: error });
}

/** A job fetches the signed PDF; deleting the form before that would lose it. */
function pdfError(ctx: Context, row: Outline): string | null {
  const isOnItsWay = row.is_completed && row.envelope_id !== null && row.signed_document_id === null;
  return isOnItsWay && isWithProvider(ctx, row)
    ? 'The signed PDF of this form is not stored yet. Try again in a minute.'
    : null;
}

async function unassignedPdfError(ctx: Context, row: Outline): Promise<string | null> {
  if (row.client_id !== null) return null;
  const hasSignedPdf = (await documentsOfSubmission(ctx.db, row.id)).some(({ is_sealed }) => is_sealed);
  return hasSignedPdf
    ? 'This form has a signed PDF and no client. Link it to its client first; the PDF stays with the client.'
    : null;
}

/** The client's history also records what was deleted and by whom. */
function removalEntry({ title }: Outline, clientId: number): AuditEntry {
  return {
    action: 'form_deleted',
    entity: 'client',
    entity_id: clientId,
    old_value: title,
    of_client: clientId,
  };
}

/** Removes every form of a session, or none of them when one must stay. */
export async function removeSessionForms(ctx: Context<AgentActor>, sessionId: number): Promise<void> {
  const rows = await repository.lockOfSession(ctx.db, sessionId);
  const stuck = rows.find((row) => !deleteAllowed(row));
  if (stuck) {
    throw new AppError('wrong_state', {
      message: `${stuck.title} is out for signature. Void it before deleting the session with its forms.`,
    });
  }
  const finished = rows.find(isCompletedOrSigned);
  if (finished) {
    throw new AppError('wrong_state', {
      message: `${finished.title} is completed or signed. Delete the session without its forms; they stay with the client.`,
    });
  }
  for (const row of rows) await removeSubmission(ctx, row);
}

/** Removes every form from a session; they stay with their client. */
export async function releaseSessionForms(ctx: Context, sessionId: number): Promise<void> {
  const rows = await repository.lockOfSession(ctx.db, sessionId);
  const ids = rows.map(({ id }) => id);
  await repository.changeSubmissions(ctx.db, ids, {
    session_id: null,
    updated_at: ctx.deps.clock.now(),
  });
  await logUnlinked(ctx, ids, { field: 'session_id', old_value: sessionId });
}

/** Removes a locked submission from its session or its client, with its documents. */
export async function unlinkSubmission(
  ctx: Context,
  row: Outline,
  field: 'client_id' | 'session_id',
): Promise<void> {
  const isOfClient = field === 'client_id';
  const updated_at = ctx.deps.clock.now();
  // Without a client there is nothing to compare the answers with.
  const decision = isOfClient ? { has_pending_answers: false } : {};
  await repository.changeSubmission(ctx.db, row.id, { [field]: null, ...decision, updated_at });
  if (isOfClient) await moveDocumentsToClient(ctx, row.id, null);
  await logUnlinked(ctx, [row.id], { field, old_value: row[field] });
}

async function logUnlinked(
  ctx: Context,
  ids: number[],
  change: { field: string; old_value: number | null },
): Promise<void> {
  await writeAudit(
    ctx,
    ids.map((id) => ({ action: 'unlinked', entity: 'session_form', entity_id: id, ...change })),
  );
  for (const id of ids) await publishSubmissionEvent(ctx, 'updated', id);
}
