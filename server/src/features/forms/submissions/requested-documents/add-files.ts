import { isUndecided, MAX_FILES_OF_DOCUMENT } from '@ledgerline/contract/rules';
import type { StoredUpload } from '#features/records/documents/uploading/upload-documents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { ClientActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { removeAfterCommit } from '#platform/storage/store-file.ts';
import { publishSubmissionEvent, type SubmissionRow } from '../fill-form.ts';
import * as submissions from '../repository.ts';
import * as repository from './repository.ts';

export type RequestedDocumentRow = Awaited<ReturnType<typeof repository.listDocuments>>[number];

type Ctx = Context<ClientActor>;
type Request = Pick<SubmissionRow, 'id' | 'title' | 'client_id'>;

/** The documents of a request with their files, without authorization. */
export function documentsOfRequest(db: Database, submissionId: number): Promise<RequestedDocumentRow[]> {
  return repository.listDocuments(db, submissionId);
}

/** Rejects a file that cannot be added to a document now. The caller has locked the request, or checks again after locking. */
export async function assertAcceptsFile(
  db: Database,
  request: Request,
  documentId: number,
): Promise<RequestedDocumentRow> {
  const document = await findUndecided(db, request, documentId);
  if (document.files.length >= MAX_FILES_OF_DOCUMENT) {
    throw new AppError('too_large', {
      message: `At most ${MAX_FILES_OF_DOCUMENT} files can be added to one document.`,
    });
  }
  return document;
}

/** Adds a stored file to a document of a locked, open request. */
export async function addFile(
  ctx: Ctx,
  request: Request,
  documentId: number,
  file: StoredUpload,
): Promise<repository.FileRow> {
  await assertAcceptsFile(ctx.db, request, documentId);
  const uploaded_at = ctx.deps.clock.now();
  const row = await repository.insertFile(ctx.db, {
    ...file,
    requested_document_id: documentId,
    uploaded_at,
  });
  await recordWork(ctx, request);
  return row;
}

/** Undefined once it was removed, so that a repeated upload of a file that is gone does not bring it back. */
export function findRequestedFile(db: Database, id: number): Promise<repository.FileRow | undefined> {
  return repository.findFile(db, id);
}

/** Removes a file of a locked, open request; one that no longer exists is already removed. */
export async function removeFile(
  ctx: Ctx,
  request: Request,
  { id, fileId }: { id: number; fileId: number },
): Promise<void> {
  const document = await findUndecided(ctx.db, request, id);
  const file = document.files.find((each) => each.id === fileId);
  if (!file) return;
  await repository.removeFiles(ctx.db, id, [fileId]);
  await removeAfterCommit(ctx, [file.storage_key]);
  await recordWork(ctx, request);
}

/** Closes a locked, open request: its files stay on Today until an agent reviews them. */
export async function completeRequest(ctx: Ctx, request: Request): Promise<Date> {
  const documents = await repository.listDocuments(ctx.db, request.id);
  if (!documents.some((document) => isUndecided(document) && document.files.length > 0)) {
    throw new AppError('wrong_state', { message: 'Add at least one photo or file first.' });
  }
  const now = ctx.deps.clock.now();
  await submissions.changeSubmission(ctx.db, request.id, {
    is_completed: true,
    status: 'completed',
    has_pending_answers: true,
    read_at: null,
    last_saved: now,
    updated_at: now,
  });
  await auditAction(ctx, 'submitted', 'session_form', request.id, {
    new_value: request.title,
    of_client: request.client_id ?? 'unknown',
  });
  await publishSubmissionEvent(ctx, 'updated', request.id);
  return now;
}

async function findUndecided(db: Database, request: Request, id: number): Promise<RequestedDocumentRow> {
  const documents = await repository.listDocuments(db, request.id);
  const document = documents.find((each) => each.id === id);
  if (!document) throw new AppError('not_found', { message: 'Document not found.' });
  if (!isUndecided(document)) {
    throw new AppError('wrong_state', { message: 'This document was accepted or is no longer needed.' });
  }
  return document;
}

async function recordWork(ctx: Ctx, { id }: Request): Promise<void> {
  const now = ctx.deps.clock.now();
  await submissions.changeSubmission(ctx.db, id, { last_saved: now, updated_at: now });
  await publishSubmissionEvent(ctx, 'updated', id);
}
