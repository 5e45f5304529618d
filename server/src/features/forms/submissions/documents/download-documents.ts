import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { getSignedCopy as copyEndpoint } from '@ledgerline/contract/public-forms/endpoints';
import { isFinished, isVoided, isWebFormType } from '@ledgerline/contract/rules';
import type { getSubmissionDocument as documentEndpoint } from '@ledgerline/contract/submissions/endpoints';
import { readFormData } from '@ledgerline/contract/submissions/form-data';
import { agentNameOf, differingClientName } from '@ledgerline/contract/submissions/form-names';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { maskAnswers } from '@ledgerline/contract/web-forms/secrets';
import { firstTemplateDocument } from '#features/forms/templates/documents/service.ts';
import { findClient } from '#features/records/clients/service.ts';
import {
  type DocumentRow,
  documentsOfSubmission,
  removeAttachedDocuments,
  storeDocument,
} from '#features/records/documents/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { isPdf, nameForType, PDF } from '#platform/storage/file-type.ts';
import { fileAddress } from '#platform/storage/file-url.ts';
import { openAnswers, publishSubmissionEvent } from '../fill-form.ts';
import * as repository from '../repository.ts';
import { missingCopy, partialDocumentKey } from '../rules.ts';
import { fileName, isWithProvider, withEsignErrors } from '../signatures/record-signatures.ts';

type Ctx = Context<AgentActor>;
type Row = repository.SubmissionRow;
type SignedCopy = Omit<ReplyOf<typeof copyEndpoint>, 'contact'>;
type SignedFile = ReplyOf<typeof documentEndpoint>['document'];

/** Where the file of a submission is stored, and its name. */
interface PdfFile {
  key: string;
  name: string;
  mime_type: string;
  is_complete: boolean;
}

/** The signed PDF, only when every required signature is present (decisions A18); for a submitted web form, its answers. */
export async function downloadSubmission(ctx: Ctx, id: number): Promise<{ name: string; bytes: Buffer }> {
  const row = await submissionOf(ctx.db, id);
  if (hasAnswersPdf(row)) return answersPdf(ctx, row);
  const signed = await signedDocument(ctx.db, row);
  if (!signed) {
    const isSigned = row.type === 'DocuSign';
    throw isSigned ? new AppError('document_unfinished') : new AppError('no_document');
  }
  return { name: signed.file_name, bytes: await ctx.deps.storage.read(signed.storage_key) };
}

/** The current file: the document as signed so far, the attached PDF, the answers of a web form, or the template's own. */
export async function readSubmissionPdf(ctx: Ctx, id: number): Promise<{ name: string; bytes: Buffer }> {
  const row = await submissionOf(ctx.db, id);
  if (hasAnswersPdf(row)) return answersPdf(ctx, row);
  const pdf = await pdfOf(ctx, row);
  return { name: pdf.name, bytes: await ctx.deps.storage.read(pdf.key) };
}

export async function getSubmissionDocument(
  ctx: Ctx,
  id: number,
): Promise<{ success: true; document: SignedFile }> {
  const row = await submissionOf(ctx.db, id);
  return { success: true, document: toSignedFile(ctx, row, await pdfOf(ctx, row)) };
}

/** For the holder of the token that a finished form issued; unfinished and voided forms have none (SU-104). */
export async function getPublicFormDocument(
  ctx: Context,
  token: string,
): Promise<{ success: true; document: SignedFile }> {
  const row = await repository.findByDocumentToken(ctx.db, token);
  const signed = row && !isVoided(row) ? await signedDocument(ctx.db, row) : undefined;
  if (!row || !signed) throw new AppError('no_document');
  return { success: true, document: toSignedFile(ctx, row, toPdfFile(signed)) };
}

/** The finished document of a form that is not voided, with a short-lived address; without one, why it is missing. */
export async function signedCopyOf(ctx: Context, id: number): Promise<Omit<SignedCopy, 'success'>> {
  const row = await submissionOf(ctx.db, id);
  const signed = isVoided(row) ? undefined : await signedDocument(ctx.db, row);
  if (!signed) return { document: null, missing: missingCopy(row, isWithProvider(ctx, row)) };
  const { signed_url: url, file_name } = toSignedFile(ctx, row, toPdfFile(signed));
  return { document: { url, file_name }, missing: null };
}

/** Replaces the PDF of a PDF form. Returns the document's id. */
export async function attachSubmissionDocument(
  ctx: Ctx,
  id: number,
  file: { name: string; bytes: Buffer },
): Promise<number> {
  const row = await repository.lockSubmission(ctx.db, id);
  if (!row) throw notFound();
  if (row.type !== 'PDF' || isFinished(row) || isVoided(row)) {
    throw new AppError('wrong_state', { message: 'A PDF can only be attached to an open PDF form.' });
  }
  if (!isPdf(file.bytes)) {
    throw new AppError('validation_failed', { message: `${file.name} is not a PDF file.` });
  }
  await removeAttachedDocuments(ctx, id);
  const stored = await storeDocument(ctx, {
    client_id: row.client_id,
    session_form_id: id,
    file_name: nameForType(file.name, PDF),
    bytes: file.bytes,
    mime_type: 'application/pdf',
    folder: row.folder ?? '',
  });
  await publishSubmissionEvent(ctx, 'updated', id);
  return stored.id;
}

export async function removeSubmissionDocument(
  ctx: Ctx,
  id: number,
): Promise<{ success: true; message: string }> {
  const row = await submissionOf(ctx.db, id);
  if (isFinished(row)) {
    throw new AppError('wrong_state', {
      message: 'This form is completed, so its document can’t be removed.',
    });
  }
  if ((await removeAttachedDocuments(ctx, row.id)) === 0) {
    throw row.signed_document_id === null
      ? new AppError('no_document')
      : new AppError('wrong_state', { message: 'A signed document cannot be removed from its form.' });
  }
  await publishSubmissionEvent(ctx, 'updated', id);
  return { success: true, message: 'Document removed.' };
}

function hasAnswersPdf(row: Row): boolean {
  return isWebFormType(row.type) && isFinished(row) && row.form_data !== null;
}

/** The answers as the agent sees them on the screen, with secrets as masks; the audit log records who downloaded them. */
async function answersPdf(ctx: Ctx, row: Row): Promise<{ name: string; bytes: Buffer }> {
  const definition = findWebForm(row.form_link_id);
  const answers = openAnswers(ctx, row);
  const reading = readFormData(definition && answers ? maskAnswers(definition, answers) : null);
  if (reading.state !== 'ready') throw new AppError('no_document');
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const title = agentNameOf(row);
  // The PDF library is loaded with the first document.
  const { sectionsPdf } = await import('#platform/pdf/sections-pdf.ts');
  const bytes = await sectionsPdf({
    brokerage: BRAND,
    title,
    clientTitle: differingClientName(row),
    facts: [
      ['Client', await personOf(ctx, row)],
      ['Submitted', momentIn(TIME_ZONE, row.last_saved ?? row.updated_at)],
    ],
    sections: reading.sections,
  });
  await auditAction(ctx, 'downloaded', 'session_form', row.id, { field: 'form_data' });
  return { name: `${fileName(title)}.pdf`, bytes };
}

async function personOf(ctx: Ctx, row: Row): Promise<string> {
  const client = row.client_id === null ? null : await findClient(ctx, row.client_id);
  const names = client
    ? [client.client_first_name, client.client_last_name]
    : [row.first_name, row.last_name];
  return names.filter(Boolean).join(' ') || 'Unknown Client';
}

function momentIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);
}

async function pdfOf(ctx: Context, row: Row): Promise<PdfFile> {
  const documents = await documentsOfSubmission(ctx.db, row.id);
  const stored = documents.find(({ signed }) => signed) ?? documents[0];
  if (stored) return toPdfFile(stored);
  // An owner deleted it: a copy that the provider still has is not offered as a replacement.
  if (row.signed_document_id !== null) throw new AppError('no_document');
  const soFar = await signedSoFar(ctx, row);
  if (soFar) return soFar;
  const own = row.form_id === null ? undefined : await firstTemplateDocument(ctx.db, row.form_id);
  if (!own) throw new AppError('no_document');
  return { key: own.storage_key, name: own.file_name, mime_type: own.mime_type, is_complete: false };
}

/** The provider's current version, stored under one key so that it has an address. */
async function signedSoFar(ctx: Context, row: Row): Promise<PdfFile | null> {
  const { envelope_id } = row;
  if (envelope_id === null || !isWithProvider(ctx, row)) return null;
  const bytes = await withEsignErrors(() => ctx.deps.esign.document(envelope_id, 'combined'));
  const key = partialDocumentKey(row.id);
  await ctx.deps.storage.put(key, bytes);
  return { key, name: `${fileName(row.title)}.pdf`, mime_type: 'application/pdf', is_complete: false };
}

async function signedDocument(db: Database, row: Row): Promise<DocumentRow | undefined> {
  if (!isFinished(row)) return undefined;
  return (await documentsOfSubmission(db, row.id)).find(({ signed }) => signed);
}

function toPdfFile(document: DocumentRow): PdfFile {
  const { storage_key: key, file_name: name, mime_type, signed } = document;
  return { key, name, mime_type, is_complete: signed };
}

function toSignedFile(
  ctx: Context,
  { id, client_id }: Pick<Row, 'id' | 'client_id'>,
  { key, name, mime_type, is_complete }: PdfFile,
): SignedFile {
  return {
    signed_url: fileAddress(ctx, {
      ...{ key, name, mime_type, thing: { of: 'session_form', of_id: id, client_id } },
    }),
    file_name: name,
    mime_type,
    is_complete,
  };
}

async function submissionOf(db: Database, id: number): Promise<Row> {
  const row = await repository.findSubmission(db, id);
  if (!row) throw notFound();
  return row;
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Form not found.' });
}
