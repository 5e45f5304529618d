import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { isDocumentRequest } from '@ledgerline/contract/rules';
import { publishFormEvent } from '#features/forms/secure-links/publish-form-event.ts';
import { findLinkOfActor, recordCompleted } from '#features/forms/secure-links/service.ts';
import {
  assertOpen,
  findSubmissionUnchecked,
  lockForFilling,
  type SubmissionRow,
} from '#features/forms/submissions/fill-form.ts';
import * as requests from '#features/forms/submissions/requested-documents/add-files.ts';
import { findClientContact } from '#features/records/clients/contact/find-contact.ts';
import { type StoredUpload, storeUpload } from '#features/records/documents/uploading/upload-documents.ts';
import type { ClientActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Upload } from '#platform/http/route.ts';
import type { ReadUploads } from '#platform/http/uploaded-file.ts';
import { pick } from '#platform/pick.ts';
import { recipientLanguage, submissionIdOf, validity } from '../fill-by-link.ts';

type Ctx = Context<ClientActor>;
type AddedFile = ReplyOf<typeof endpoints.addRequestedFile>['file'];

/** What the link's client has to send, and what they have added so far. */
export async function getDocumentRequest(ctx: Ctx): Promise<ReplyOf<typeof endpoints.getDocumentRequest>> {
  const link = await findLinkOfActor(ctx);
  const row = await findSubmissionUnchecked(ctx.db, submissionIdOf(link));
  assertOpenRequest(row);
  const documents = await requests.documentsOfRequest(ctx.db, row.id);
  return {
    success: true,
    data: {
      brokerage: ctx.deps.config.BRAND,
      agent_name: link.agent_name,
      contact: await findClientContact(ctx, { client_id: row.client_id, sender: link.created_by }),
      language: await recipientLanguage(ctx, link),
      ...validity(ctx, link),
      documents: documents.map(({ files, ...document }) => ({
        ...pick(document, ['id', 'name', 'notes', 'status', 'reason']),
        files: files.map(toAddedFile),
      })),
    },
  };
}

/** Stores the single uploaded file, after checking that it may be added. */
export async function readRequestedFile(
  ctx: Ctx,
  documentId: number,
  read: ReadUploads<StoredUpload>,
): Promise<Upload<StoredUpload>> {
  const row = await findSubmissionUnchecked(ctx.db, submissionIdOf(await findLinkOfActor(ctx)));
  assertOpenRequest(row);
  await requests.assertAcceptsFile(ctx.db, row, documentId);
  const { files, digest } = await read((file) => storeUpload(ctx, file));
  const [file, another] = files;
  if (!file || another)
    throw new AppError('validation_failed', { message: 'Please add one file at a time.' });
  return { stored: file, digest };
}

export async function addRequestedFile(ctx: Ctx, documentId: number, file: StoredUpload): Promise<number> {
  const row = await lockRequest(ctx);
  return (await requests.addFile(ctx, row, documentId, file)).id;
}

export async function getAddedFile(
  ctx: Ctx,
  id: number,
): Promise<ReplyOf<typeof endpoints.addRequestedFile>> {
  const file = await requests.findRequestedFile(ctx.db, id);
  if (!file) throw new AppError('not_found', { message: 'This file has been removed.' });
  return { success: true, file: toAddedFile(file) };
}

export async function removeRequestedFile(
  ctx: Ctx,
  file: { id: number; fileId: number },
): Promise<ReplyOf<typeof endpoints.removeRequestedFile>> {
  await requests.removeFile(ctx, await lockRequest(ctx), file);
  return { success: true, message: 'File removed.' };
}

/** Sends what was added, once: with the row lock, one of two concurrent calls finds the request closed. */
export async function sendRequestedDocuments(
  ctx: Ctx,
): Promise<ReplyOf<typeof endpoints.sendRequestedDocuments>> {
  const row = await lockRequest(ctx);
  const submittedAt = await requests.completeRequest(ctx, row);
  await recordCompleted(ctx);
  const submitted_at = submittedAt.toISOString();
  // The documents of a request can be sent several times.
  await publishFormEvent(ctx, row, { kind: 'form_handed_in', event: `${row.id}:${submitted_at}` });
  return { success: true, submitted_at };
}

async function lockRequest(ctx: Ctx): Promise<SubmissionRow> {
  const row = await lockForFilling(ctx.db, submissionIdOf(await findLinkOfActor(ctx)));
  assertOpenRequest(row);
  return row;
}

function assertOpenRequest(row: SubmissionRow): void {
  if (!isDocumentRequest(row.type)) throw new AppError('invalid_link');
  assertOpen(row);
}

const toAddedFile = (file: AddedFile): AddedFile => pick(file, ['id', 'file_name', 'file_size']);
