import type {
  ClientDocument,
  updateDocument as updateEndpoint,
} from '@ledgerline/contract/documents/endpoints';
import type { BodyOf } from '@ledgerline/contract/endpoint';
import { titleConfirmed } from '@ledgerline/contract/rules';
import { findClient } from '#features/records/clients/service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import { type AgentActor, agentIdOf, type Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { countByClient } from '#platform/database/rows.ts';
import { AppError } from '#platform/errors.ts';
import { sanitizeNote } from '#platform/html.ts';
import { cleanFileName } from '#platform/http/uploaded-file.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { findUnreferenced } from '#platform/storage/file-columns.ts';
import { fileTypeOf, nameForType } from '#platform/storage/file-type.ts';
import type { FileReference } from '#platform/storage/storage.ts';
import { lockFiles, removeAfterCommit, removeOnRollback, storeFile } from '#platform/storage/store-file.ts';
import { canDeleteDocument } from './policy.ts';
import { toClientDocument } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

export { toClientDocument } from './presenter.ts';
export type { DocumentRow } from './queries.ts';

type Ctx = Context<AgentActor>;
type Answer = { success: true; document: ClientDocument; data: ClientDocument };

/** The default folder of documents (decisions F5). */
export const DEFAULT_FOLDER = 'uncategorized';

export async function listClientDocuments(
  ctx: Ctx,
  clientId: number,
): Promise<{ success: true; documents: ClientDocument[] }> {
  await findClient(ctx, clientId);
  const rows = await queries.listOfClient(ctx.db, clientId);
  return { success: true, documents: rows.map((row) => toClientDocument(ctx, row)) };
}

export async function getDocument(ctx: Ctx, id: number): Promise<Answer> {
  return answerWith(ctx, await findDocument(ctx.db, id));
}

export async function updateDocument(
  ctx: Ctx,
  id: number,
  body: BodyOf<typeof updateEndpoint>,
): Promise<Answer> {
  const row = await findDocument(ctx.db, id);
  if (row.is_sealed && body.signed === false) {
    throw new AppError('wrong_state', {
      message: 'This is the signed PDF of a form and stays marked as signed.',
    });
  }
  const changes = changesTo(row, {
    ...body,
    ...(body.file_name === undefined ? {} : { file_name: renamed(row, body.file_name) }),
    ...(body.folder === undefined ? {} : { folder: body.folder || DEFAULT_FOLDER }),
    ...(body.notes === undefined ? {} : { notes: sanitizeNote(body.notes) }),
  });
  if (Object.keys(changes).length === 0) return answerWith(ctx, row);
  await repository.changeDocument(ctx.db, id, changes);
  await auditChanges(ctx, 'document', row, changes, row.client_id ?? 'unknown');
  await publish(ctx, 'updated', [id]);
  return answerWith(ctx, await findDocument(ctx.db, id));
}

/** Only an owner can delete the finished PDF of a signed form, after typing its name (decisions O5). */
export async function deleteDocument(
  ctx: Ctx,
  id: number,
  confirmTitle?: string,
): Promise<{ success: true }> {
  const row = await findDocument(ctx.db, id);
  if (!canDeleteDocument(ctx.actor, row)) {
    throw new AppError('not_allowed', {
      message: 'This is the signed PDF of a form. Only an owner can delete it.',
    });
  }
  if (row.is_sealed && !titleConfirmed(confirmTitle, row.file_name)) {
    throw new AppError('confirmation_needed', {
      message: `This is the signed PDF of a form. Type its name, “${row.file_name}”, to delete it.`,
    });
  }
  await remove(ctx, [row]);
  return { success: true };
}

/** The file is already stored, or provided as bytes. */
export type NewDocument = NewDocumentFacts & ({ bytes: Buffer } | { stored: FileReference });

type NewDocumentFacts = Pick<
  queries.DocumentRow,
  'client_id' | 'session_form_id' | 'file_name' | 'mime_type'
> &
  Partial<Pick<queries.DocumentRow, 'folder' | 'signed' | 'is_sealed' | 'notes' | 'status'>>;

/** Stores a file that the product created or fetched as a document. */
export async function storeDocument(ctx: Context, input: NewDocument): Promise<queries.DocumentRow> {
  const { client_id, session_form_id, mime_type, file_name, folder, notes = '' } = input;
  const { status = '', signed = false, is_sealed = false } = input;
  const stored = 'stored' in input ? input.stored : await storeBytes(ctx, input.bytes, mime_type);
  await lockFiles(ctx.db, ctx.deps.storage, [stored.storage_key]);
  const [row] = await addDocuments(ctx, [
    {
      ...{ client_id, session_form_id, mime_type, status, signed, is_sealed },
      ...stored,
      file_name: cleanFileName(file_name),
      folder: folder?.trim() || DEFAULT_FOLDER,
      notes: sanitizeNote(notes),
    },
  ]);
  if (!row) throw new Error('the document was not stored');
  return row;
}

/** Removes the file again if the transaction rolls back. */
async function storeBytes(ctx: Context, bytes: Buffer, mime_type: string): Promise<FileReference> {
  const type = fileTypeOf(bytes);
  const extension = type?.mime_type === mime_type ? type.extensions[0] : 'bin';
  const stored = await storeFile(ctx.deps, 'documents', bytes, { extensions: [extension] });
  await removeOnRollback(ctx, [stored.storage_key]);
  return stored;
}

/**
 * Inserts the rows of files that are already stored, in their order. The caller has uploaded them now, unless a row names
 * another uploader or time.
 */
export async function addDocuments(
  ctx: Context,
  rows: repository.AddedDocument[],
): Promise<queries.DocumentRow[]> {
  const uploaded_by = agentIdOf(ctx);
  const uploaded_at = ctx.deps.clock.now();
  const ids = await repository.insertDocuments(
    ctx.db,
    rows.map((row) => ({ uploaded_by, uploaded_at, ...row })),
  );
  const added = await queries.findDocuments(ctx.db, ids);
  added.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  await writeAudit(
    ctx,
    added.map((row) => ({
      action: 'created',
      entity: 'document',
      entity_id: row.id,
      new_value: auditSummary(row),
      of_client: row.client_id,
    })),
  );
  await publish(ctx, 'created', ids);
  return added;
}

/** Moves the documents of a form with it to a client, or away from one. */
export async function moveDocumentsToClient(
  ctx: Context,
  sessionFormId: number,
  clientId: number | null,
): Promise<void> {
  const ids = await repository.moveToClient(ctx.db, sessionFormId, clientId);
  if (ids.length === 0) return;
  const entry = { action: 'updated', entity: 'document', field: 'client_id', new_value: clientId };
  await writeAudit(
    ctx,
    ids.map((entity_id) => ({ ...entry, entity_id })),
  );
  await publish(ctx, 'updated', ids);
}

/**
 * Removes the documents of a form that is being deleted, with their files. What a client signed is part of
 * the client's record and outlives the form.
 */
export async function removeDocumentsOf(ctx: Context, sessionFormId: number): Promise<void> {
  const rows = await queries.listOfSubmission(ctx.db, sessionFormId);
  await remove(
    ctx,
    rows.filter(({ signed, is_sealed, client_id }) => !is_sealed && (!signed || client_id === null)),
  );
}

/** The documents of a form, newest first: its finished PDF, or attachments. */
export function documentsOfSubmission(db: Database, sessionFormId: number): Promise<queries.DocumentRow[]> {
  return queries.listOfSubmission(db, sessionFormId);
}

/** Removes the attachments of a form; its finished, signed PDF stays. */
export async function removeAttachedDocuments(ctx: Context, sessionFormId: number): Promise<number> {
  const rows = await queries.listOfSubmission(ctx.db, sessionFormId);
  const attached = rows.filter(({ signed, is_sealed }) => !signed && !is_sealed);
  await remove(ctx, attached);
  return attached.length;
}

export function countClientDocuments(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  return countByClient(db, 'documents', ids);
}

async function remove(ctx: Context, rows: queries.DocumentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await repository.removeDocuments(ctx.db, ids);
  // The finished PDF of a form is also the file of its envelope, and stays with that.
  const keys = rows.map(({ storage_key }) => storage_key);
  await removeAfterCommit(ctx, await findUnreferenced(ctx.db, keys));
  await writeAudit(
    ctx,
    rows.map((row) => ({
      action: 'deleted',
      entity: 'document',
      entity_id: row.id,
      old_value: auditSummary(row),
      of_client: row.client_id,
    })),
  );
  await publish(ctx, 'deleted', ids);
}

/**
 * What the audit log stores of a document: enough to check later whether a copy is the same. The name is
 * included only if there is a client, under whose key it is encrypted.
 */
function auditSummary({ file_name, client_id, session_form_id, signed, sha256 }: queries.DocumentRow) {
  const named = client_id === null ? {} : { file_name };
  return { ...named, client_id, session_form_id, signed, sha256 };
}

async function findDocument(db: Database, id: number): Promise<queries.DocumentRow> {
  const [row] = await queries.findDocuments(db, [id]);
  if (!row) throw new AppError('not_found', { message: 'Document not found.' });
  return row;
}

/** A new name keeps the extension, which indicates the file type. */
function renamed(row: queries.DocumentRow, name: string): string {
  const ending = /\.([^.]+)$/.exec(row.file_name)?.[1]?.toLowerCase();
  return ending ? nameForType(cleanFileName(name), { mime_type: row.mime_type, extensions: [ending] }) : name;
}

function answerWith(ctx: Ctx, row: queries.DocumentRow): Answer {
  const document = toClientDocument(ctx, row);
  return { success: true, document, data: document };
}

function publish(ctx: Context, action: 'created' | 'updated' | 'deleted', ids: number[]): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'documents', action, ids });
}
