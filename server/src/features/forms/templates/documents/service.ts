import type { TemplateDocument } from '@ledgerline/contract/templates/endpoints';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { AppError } from '#platform/errors.ts';
import { sanitizeNote } from '#platform/html.ts';
import type { Upload } from '#platform/http/route.ts';
import { fileError, type ReadUploads, type UploadedFile } from '#platform/http/uploaded-file.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { pageCountOf } from '#platform/pdf/read-pdf.ts';
import { pick } from '#platform/pick.ts';
import { isPdf, nameForType, PDF } from '#platform/storage/file-type.ts';
import { fileAddress } from '#platform/storage/file-url.ts';
import { removeAfterCommit, storeFile } from '#platform/storage/store-file.ts';
import * as templates from '../repository.ts';
import type { TemplateDocumentRow } from './repository.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
const MAX_FOLDER_LENGTH = 200;
const MAX_NOTES_LENGTH = 100_000;

/** A stored PDF that does not have a row yet. */
type StoredUpload = Pick<
  repository.NewTemplateDocument,
  'file_name' | 'storage_key' | 'file_size' | 'mime_type' | 'page_count'
>;

export async function listTemplateDocuments(
  ctx: Ctx,
  formId: number,
): Promise<{ success: true; documents: TemplateDocument[] }> {
  await assertTemplateExists(ctx.db, formId);
  const rows = await repository.listDocuments(ctx.db, formId);
  return { success: true, documents: rows.map((row) => toTemplateDocument(ctx, row)) };
}

/** Stores the PDFs as they arrive. */
export async function readDocuments(
  ctx: Ctx,
  formId: number,
  read: ReadUploads<StoredUpload>,
): Promise<Upload<repository.NewTemplateDocument[]>> {
  await assertTemplateExists(ctx.db, formId);
  const { files, fields, digest } = await read((file) => storePdf(ctx, file));
  const shared = { form_id: formId, ...fieldsOf(fields), source: 'upload', uploaded_by: ctx.actor.id };
  const created_at = ctx.deps.clock.now();
  return { stored: files.map((file) => ({ ...file, ...shared, created_at })), digest };
}

/** The uploaded PDFs in their order, with currently valid addresses. */
export async function listUploaded(
  ctx: Ctx,
  formId: number,
  ids: number[],
): Promise<{ success: true; files: TemplateDocument[] }> {
  const rows = await repository.listDocuments(ctx.db, formId);
  const uploaded = rows.filter(({ id }) => ids.includes(id));
  return { success: true, files: uploaded.map((row) => toTemplateDocument(ctx, row)) };
}

function fieldsOf(fields: Map<string, string>) {
  const textOf = (name: string) => (fields.get(name) ?? '').toWellFormed().replaceAll('\0', '').trim();
  return {
    folder: textOf('folder').slice(0, MAX_FOLDER_LENGTH) || null,
    notes: sanitizeNote(textOf('notes').slice(0, MAX_NOTES_LENGTH)),
  };
}

export async function deleteTemplateDocument(
  ctx: Ctx,
  formId: number,
  id: number,
): Promise<{ success: true }> {
  const row = await repository.findDocument(ctx.db, formId, id);
  if (!row) throw new AppError('not_found', { message: 'Document not found.' });
  await removeDocuments(ctx, [row]);
  return { success: true };
}

/** The PDF that a template is filled and read from: its oldest document. */
export function firstTemplateDocument(
  db: Database,
  formId: number,
): Promise<repository.TemplateDocumentRow | undefined> {
  return first(repository.listDocuments(db, formId));
}

/** Stores a PDF that can be opened, or reports why it can't. */
export async function storePdf(ctx: Context, { name, bytes }: UploadedFile): Promise<StoredUpload> {
  if (!isPdf(bytes)) throw fileError(`${name} is not a PDF file.`);
  const read = await pageCountOf(bytes);
  if ('problem' in read) {
    const isLocked = read.problem === 'password';
    throw fileError(`${name} ${isLocked ? 'is protected by a password' : 'cannot be read as a PDF'}.`);
  }
  const { storage_key, file_size } = await storeFile(ctx.deps, 'templates', bytes, PDF);
  const { mime_type } = PDF;
  return { file_name: nameForType(name, PDF), storage_key, file_size, mime_type, page_count: read.pages };
}

export async function addDocuments(
  ctx: Context,
  rows: repository.NewTemplateDocument[],
): Promise<repository.TemplateDocumentRow[]> {
  const added = await repository.insertDocuments(ctx.db, rows);
  await note(ctx, 'created', added);
  return added;
}

export async function removeDocuments(ctx: Context, rows: repository.TemplateDocumentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await repository.removeDocuments(
    ctx.db,
    rows.map(({ id }) => id),
  );
  await removeAfterCommit(
    ctx,
    rows.map(({ storage_key }) => storage_key),
  );
  await note(ctx, 'deleted', rows);
}

async function note(
  ctx: Context,
  action: 'created' | 'deleted',
  rows: repository.TemplateDocumentRow[],
): Promise<void> {
  await writeAudit(
    ctx,
    rows.map(({ id, form_id, file_name }) => ({
      action,
      entity: 'template_document',
      entity_id: id,
      [action === 'created' ? 'new_value' : 'old_value']: { form_id, file_name },
    })),
  );
  const ids = [...new Set(rows.map(({ form_id }) => form_id))];
  await publishLiveEvent(ctx, { kind: 'templates', action: 'updated', ids });
}

async function assertTemplateExists(db: Database, formId: number): Promise<void> {
  if (!(await templates.findTemplate(db, formId))) {
    throw new AppError('not_found', { message: 'Form not found.' });
  }
}

function toTemplateDocument(
  ctx: Pick<Context, 'actor' | 'deps' | 'origin'>,
  row: TemplateDocumentRow,
): TemplateDocument {
  return {
    ...pick(row, ['id', 'form_id', 'file_name', 'file_size', 'mime_type', 'folder', 'notes', 'page_count']),
    file_url: fileAddress(ctx, {
      key: row.storage_key,
      name: row.file_name,
      mime_type: row.mime_type,
      thing: { of: 'template', of_id: row.form_id },
    }),
    source: row.source === 'sync' ? 'sync' : 'upload',
    created_at: row.created_at.toISOString(),
  };
}
