import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import { findClient } from '#features/records/clients/service.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import { sanitizeNote } from '#platform/html.ts';
import type { Upload } from '#platform/http/route.ts';
import { fileError, type ReadUploads, type UploadedFile } from '#platform/http/uploaded-file.ts';
import { ALLOWED_TYPES, fileTypeOf, nameForType } from '#platform/storage/file-type.ts';
import type { FileReference } from '#platform/storage/storage.ts';
import { storeFile } from '#platform/storage/store-file.ts';
import { findDocuments } from '../queries.ts';
import { addDocuments, DEFAULT_FOLDER, toClientDocument } from '../service.ts';

const MAX_TEXT = { folder: 200, status: 100, notes: 100_000 };

export interface StoredUpload extends FileReference {
  file_name: string;
  mime_type: string;
}
type Filed = StoredUpload & ReturnType<typeof fieldsOf>;

/** Stores files as they arrive, one in memory at a time. */
export async function readDocuments(
  ctx: Context<AgentActor>,
  clientId: number,
  read: ReadUploads<StoredUpload>,
): Promise<Upload<Filed[]>> {
  await findClient(ctx, clientId);
  const { files, fields, digest } = await read((file) => storeUpload(ctx, file));
  return { stored: files.map((file) => ({ ...file, ...fieldsOf(fields) })), digest };
}

/** Inserts the rows when all files have arrived, all or none; returns their ids. */
export async function addUploaded(
  ctx: Context<AgentActor>,
  clientId: number,
  files: Filed[],
): Promise<number[]> {
  const whose = { client_id: clientId, session_form_id: null };
  const rows = await addDocuments(
    ctx,
    files.map((file) => ({ ...file, ...whose })),
  );
  return rows.map(({ id }) => id);
}

/** The uploaded documents in their order, with current URLs. */
export async function listUploaded(
  ctx: Context<AgentActor>,
  ids: number[],
): Promise<{ success: true; files: ClientDocument[] }> {
  const rows = await findDocuments(ctx.db, ids);
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return { success: true, files: rows.map((row) => toClientDocument(ctx, row)) };
}

/** Stores a file of an accepted type, under a name that matches its content. */
export async function storeUpload(ctx: Context, { name, bytes }: UploadedFile): Promise<StoredUpload> {
  const type = fileTypeOf(bytes);
  if (!type) throw fileError(`${name} is not a supported file type. Please choose ${ALLOWED_TYPES}.`);
  const stored = await storeFile(ctx.deps, 'documents', bytes, type);
  return { ...stored, file_name: nameForType(name, type), mime_type: type.mime_type };
}

function fieldsOf(fields: Map<string, string>) {
  const folder = textOf(fields, 'folder') || DEFAULT_FOLDER;
  const notes = sanitizeNote(textOf(fields, 'notes'));
  return { folder, notes, status: textOf(fields, 'status'), signed: isTrue(fields.get('signed')) };
}

function textOf(fields: Map<string, string>, name: keyof typeof MAX_TEXT): string {
  const value = (fields.get(name) ?? '').toWellFormed().replaceAll('\0', '').trim();
  if (value.length <= MAX_TEXT[name]) return value;
  throw wrongField(name, `must be at most ${MAX_TEXT[name]} characters`);
}

function isTrue(value: string | undefined): boolean {
  return ['true', '1', 'on', 'yes'].includes((value ?? '').trim().toLowerCase());
}
