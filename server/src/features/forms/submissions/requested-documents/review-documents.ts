import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import {
  DOCUMENT_REQUEST_LINK_ID,
  DOCUMENT_REQUEST_TYPE,
  isDocumentRequest,
  isUndecided,
} from '@ledgerline/contract/rules';
import { clientNameFields } from '@ledgerline/contract/submissions/form-names';
import type * as endpoints from '@ledgerline/contract/submissions/requested-documents/endpoints';
import { DOCUMENT_REQUEST_TITLES } from '@ledgerline/contract/submissions/requested-documents/known-documents';
import { publishSessionEvent } from '#features/forms/sessions/lock-session.ts';
import { findClient } from '#features/records/clients/service.ts';
import { addDocuments, DEFAULT_FOLDER } from '#features/records/documents/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { cleanFileName } from '#platform/http/uploaded-file.ts';
import { fileAddress } from '#platform/storage/file-url.ts';
import { lockFiles, removeAfterCommit } from '#platform/storage/store-file.ts';
import { assignToSession, sessionFor } from '../assign-submission.ts';
import { publishSubmissionEvent, storeSubmission } from '../fill-form.ts';
import * as submissions from '../repository.ts';
import type { RequestedDocumentRow } from './add-files.ts';
import * as repository from './repository.ts';
import { acceptedFileName, agentTitleOf, decisionErrors, reviewMessage } from './rules.ts';

type Ctx = Context<AgentActor>;
type Row = submissions.SubmissionRow;
type Decision = BodyOf<typeof endpoints.reviewRequestedDocuments>['decisions'][number];

/** Lets a link that its client has used be used again; a module above this one provides it (composed in app.ts). */
export type ReopenLinks = (ctx: Context, submissionId: number) => Promise<void>;

/** A form without a template: links, reminders, Today and the session's page treat it like every other form. */
export async function createDocumentRequest(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createDocumentRequest>,
): Promise<number> {
  const { client_id, session_id, documents } = input;
  await findClient(ctx, client_id);
  const session =
    session_id === undefined ? null : await sessionFor(ctx, session_id, { client_id, session_id: null });
  const title = DOCUMENT_REQUEST_TITLES.en;
  const row = await storeSubmission(ctx, {
    ...(session ? await assignToSession(ctx, session, { form_id: null, title }) : {}),
    client_id,
    title,
    type: DOCUMENT_REQUEST_TYPE,
    form_link_id: DOCUMENT_REQUEST_LINK_ID,
    form_name_agent: agentTitleOf(documents),
    form_name_client: title,
    ...clientNameFields((_, language) => DOCUMENT_REQUEST_TITLES[language]),
    source: session ? 'session' : 'agent',
  });
  await repository.insertDocuments(
    ctx.db,
    documents.map(({ name, notes, folder }, order_index) => ({
      session_form_id: row.id,
      ...{ name, notes, order_index, folder: folder || DEFAULT_FOLDER },
    })),
  );
  if (session) await publishSessionEvent(ctx, 'updated', session.id);
  return row.id;
}

export async function listRequestedDocuments(
  ctx: Ctx,
  id: number,
): Promise<ReplyOf<typeof endpoints.listRequestedDocuments>> {
  const row = await submissions.findSubmission(ctx.db, id);
  if (!row) throw notFound();
  const documents = await repository.listDocuments(ctx.db, id);
  return {
    success: true,
    data: documents.map(({ id: documentId, name, notes, folder, status, reason, files }) => ({
      ...{ id: documentId, name, notes, folder, status, reason },
      // What the client has not sent yet can still be removed, and is not shown.
      files: row.is_completed ? files.map((file) => toSentFile(ctx, row, file)) : [],
    })),
  };
}

/**
 * Decides about every document of a request that its client has sent. Accepted files become documents of the client; when
 * one is needed again, the client's link opens the request again.
 */
export async function reviewRequestedDocuments(
  ctx: Ctx,
  id: number,
  { decisions }: BodyOf<typeof endpoints.reviewRequestedDocuments>,
  reopenLinks: ReopenLinks,
): Promise<ReplyOf<typeof endpoints.reviewRequestedDocuments>> {
  const row = await submissions.lockSubmission(ctx.db, id);
  if (!row || !isDocumentRequest(row.type)) throw notFound();
  const documents = (await repository.listDocuments(ctx.db, id)).filter(isUndecided);
  assertCurrent(row, documents, decisions);
  for (const document of documents) {
    const decision = decisions.find((each) => each.id === document.id);
    if (decision) await decide(ctx, row, document, decision);
  }
  const is_reopened = decisions.some(({ decision }) => decision === 'again');
  await finishReview(ctx, row, is_reopened);
  if (is_reopened) await reopenLinks(ctx, id);
  return { success: true, message: reviewMessage(decisions), is_reopened };
}

/** Two agents, or an agent and the client, do not decide on different files. */
function assertCurrent(row: Row, documents: RequestedDocumentRow[], decisions: Decision[]): void {
  if (!row.is_completed || row.is_voided) {
    throw new AppError('wrong_state', { message: 'The client has not sent these documents yet.' });
  }
  const ids = new Set(decisions.map((decision) => decision.id));
  const isSame = ids.size === decisions.length && documents.every((document) => ids.has(document.id));
  if (!isSame || ids.size !== documents.length) {
    throw new AppError('conflict', {
      message: 'These documents were reviewed by someone else. Check them again.',
    });
  }
  const [error] = decisionErrors(documents, decisions);
  if (error) throw wrongField(error.path, error.message);
}

async function decide(
  ctx: Ctx,
  row: Row,
  document: RequestedDocumentRow,
  { decision, reason }: Decision,
): Promise<void> {
  const { id, files } = document;
  if (decision === 'again') {
    await repository.changeDocument(ctx.db, id, { status: 'again', reason });
    return;
  }
  const status = decision === 'accept' ? 'accepted' : 'not_needed';
  await repository.changeDocument(ctx.db, id, { status, reason: '' });
  if (files.length === 0) return;
  const keys = files.map(({ storage_key }) => storage_key);
  if (decision === 'accept') await addToClient(ctx, row, document);
  else await removeAfterCommit(ctx, keys);
  const ids = files.map((file) => file.id);
  await repository.removeFiles(ctx.db, id, ids);
}

/** The files outlive the request, like documents that an agent uploaded. */
async function addToClient(
  ctx: Ctx,
  { client_id }: Row,
  { name, folder, files }: RequestedDocumentRow,
): Promise<void> {
  await lockFiles(
    ctx.db,
    ctx.deps.storage,
    files.map(({ storage_key }) => storage_key),
  );
  await addDocuments(
    ctx,
    files.map(({ storage_key, file_size, mime_type, sha256, file_name, uploaded_at }, index) => ({
      ...{ storage_key, file_size, mime_type, sha256, uploaded_at, client_id, folder },
      session_form_id: null,
      // No agent uploaded it.
      uploaded_by: null,
      file_name: cleanFileName(acceptedFileName(name, file_name, files.length > 1 ? index + 1 : null)),
    })),
  );
}

async function finishReview(ctx: Ctx, row: Row, isReopened: boolean): Promise<void> {
  const now = ctx.deps.clock.now();
  await submissions.changeSubmission(ctx.db, row.id, {
    has_pending_answers: false,
    read_at: row.read_at ?? now,
    updated_at: now,
    ...(isReopened ? { is_completed: false, status: 'pending' } : {}),
  });
  const action = isReopened ? 'documents_requested_again' : 'documents_reviewed';
  await auditAction(ctx, action, 'session_form', row.id, { of_client: row.client_id ?? 'unknown' });
  await publishSubmissionEvent(ctx, 'updated', row.id);
  if (row.session_id !== null) await publishSessionEvent(ctx, 'updated', row.session_id);
}

function toSentFile(ctx: Ctx, { id: of_id, client_id }: Row, file: repository.FileRow) {
  const { id, file_name, file_size, mime_type, storage_key, uploaded_at } = file;
  return {
    ...{ id, file_name, file_size, mime_type },
    uploaded_at: uploaded_at.toISOString(),
    file_url: fileAddress(ctx, {
      key: storage_key,
      name: file_name,
      mime_type,
      thing: { of: 'session_form', of_id, client_id },
    }),
  };
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Form not found.' });
}
