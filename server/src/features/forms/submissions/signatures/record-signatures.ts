import { randomBytes } from 'node:crypto';
import { itemizedCostsSchema } from '@ledgerline/contract/templates/schemas';
import { storeDocument } from '#features/records/documents/service.ts';
import { auditAction, writeAudit } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { EsignError, type FinishedDocument } from '#platform/ports/esign.ts';
import { publishSubmissionEvent } from '../fill-form.ts';
import * as repository from '../repository.ts';
import {
  becameClientsTurn,
  changedColumns,
  columnsAfter,
  isOlder,
  type PricedSubmission,
  type SignedState,
  updateOf,
} from './rules.ts';

export type { SubmissionRow } from '../repository.ts';
export type { SignedState } from './rules.ts';
export { selectedOptions } from './rules.ts';

type Row = repository.SubmissionRow;
const ACCESS_TOKEN_BYTES = 24;

/** A submission by its number, or by its envelope (decisions A20). */
export async function submissionToSign(db: Database, key: string): Promise<Row> {
  const id = Number(key);
  const byId = Number.isSafeInteger(id) && id > 0 ? await repository.findSubmission(db, id) : undefined;
  const row = byId ?? (await repository.findByEnvelope(db, key));
  if (!row) throw new AppError('not_found', { message: 'Form not found.' });
  return row;
}

/**
 * Records the envelope of the submission; an existing one is preserved. `before` is the row that the envelope was created
 * from.
 */
export async function saveEnvelope(
  ctx: Context,
  before: Pick<Row, 'id' | 'client_id'>,
  envelope: { envelopeId: string; status: string; asOf: Date },
): Promise<Row> {
  const { id } = before;
  const row = await lock(ctx, id);
  if (row.client_id !== before.client_id) throw new AppError('conflict');
  if (row.envelope_id !== null) return row;
  const changes = {
    envelope_id: envelope.envelopeId,
    envelope_status: envelope.status,
    envelope_provider: ctx.deps.esign.name,
    envelope_checked_at: envelope.asOf,
    status: 'sent',
    updated_at: ctx.deps.clock.now(),
  };
  await repository.changeSubmission(ctx.db, id, changes);
  const title = { new_value: row.title, of_client: row.client_id ?? ('unknown' as const) };
  await auditAction(ctx, 'sent', 'session_form', id, { field: 'envelope_id', ...title });
  await publishSubmissionEvent(ctx, 'updated', id);
  return { ...row, ...changes };
}

/** The current form, whether anything of it was new (ES-037), and what to notify agents of. */
export interface Applied {
  row: Row;
  changed: boolean;
  update: ReturnType<typeof updateOf>;
  /** It made the client the next signer. */
  isClientsTurn: boolean;
}

/** Applies the provider's state of the envelope. */
export async function applyEnvelope(ctx: Context, id: number, state: SignedState): Promise<Applied> {
  const row = await recordChecked(ctx, await lock(ctx, id), state.asOf);
  const before = priced(row);
  if (isOlder(before, state)) return { row, changed: false, update: null, isClientsTurn: false };
  const after = columnsAfter(before, state);
  const changed = changedColumns(before, after);
  if (changed.length === 0) return { row, changed: false, update: null, isClientsTurn: false };
  const now = ctx.deps.clock.now();
  const changes = {
    ...after,
    updated_at: now,
    ...(after.is_completed && row.document_access_token === null
      ? { document_access_token: randomBytes(ACCESS_TOKEN_BYTES).toString('base64url') }
      : {}),
  };
  await repository.changeSubmission(ctx.db, id, changes);
  await writeAudit(
    ctx,
    changed
      .filter((field) => !['selected_items_json', 'itemized_total'].includes(field))
      .map((field) => ({
        action: 'signing',
        entity: 'session_form',
        entity_id: id,
        field,
        old_value: before[field],
        new_value: after[field],
      })),
  );
  await publishSubmissionEvent(ctx, 'updated', id);
  return {
    row: { ...row, ...changes },
    changed: true,
    update: updateOf(before, after),
    isClientsTurn: becameClientsTurn(before, after),
  };
}

/** Records the time of the last update from the provider; the form itself does not change. */
async function recordChecked(ctx: Context, row: Row, asOf: Date): Promise<Row> {
  if (row.envelope_checked_at !== null && row.envelope_checked_at >= asOf) return row;
  await repository.changeSubmission(ctx.db, row.id, { envelope_checked_at: asOf });
  return { ...row, envelope_checked_at: asOf };
}

/** The provider of the envelope: the current provider knows no other's. */
export function isWithProvider(ctx: Context, { envelope_provider }: Pick<Row, 'envelope_provider'>): boolean {
  return envelope_provider === null || envelope_provider === ctx.deps.esign.name;
}

export function assertCurrentProvider(ctx: Context, row: Pick<Row, 'id' | 'envelope_provider'>): void {
  if (isWithProvider(ctx, row)) return;
  throw new AppError('former_provider', {
    message:
      'This form was sent with the previous e-signature provider. It can no longer be signed, refreshed or voided from here.',
  });
}

/**
 * Stores the finished document with the client, once, however often it is called. Returns the submission if this call
 * stored it.
 */
export async function storeSignedDocument(
  ctx: Context,
  id: number,
  finished: FinishedDocument,
): Promise<Row | null> {
  const row = await lock(ctx, id);
  if (row.signed_document_id !== null || !row.is_completed) return null;
  const document = await storeDocument(ctx, {
    client_id: row.client_id,
    session_form_id: id,
    file_name: `${fileName(row.title)}.pdf`,
    ...finished,
    mime_type: 'application/pdf',
    folder: row.folder ?? '',
    signed: true,
    is_sealed: true,
    notes: '',
    status: 'completed',
  });
  await repository.changeSubmission(ctx.db, id, { signed_document_id: String(document.id) });
  await publishSubmissionEvent(ctx, 'updated', id);
  return { ...row, signed_document_id: String(document.id) };
}

/** Maps a provider's rejection to one of our errors. */
export async function withEsignErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof EsignError)) throw error;
    const { kind, message } = error;
    const fields = error.fields.map((field) => ({ ...field, path: `values.${field.path}` }));
    if (kind === 'unavailable') throw new AppError('provider_unavailable', { cause: error });
    if (kind === 'busy') throw new AppError('unavailable', { message, cause: error });
    if (kind === 'content_lost') throw new AppError(kind, { cause: error });
    if (kind === 'not_processed') throw new AppError('document_not_processed', { cause: error });
    const code = kind === 'invalid' ? 'validation_failed' : kind;
    throw new AppError(code, { message, cause: error, ...(fields.length > 0 ? { fields } : {}) });
  }
}

async function lock(ctx: Context, id: number): Promise<Row> {
  const row = await repository.lockSubmission(ctx.db, id);
  if (!row) throw new AppError('not_found', { message: 'Form not found.' });
  return row;
}

function priced(row: Row): PricedSubmission {
  const prices = itemizedCostsSchema.safeParse(row.itemized_costs);
  return { ...row, itemized_costs: prices.success ? prices.data : null };
}

/** A title as a file name: without a path or characters that some system rejects. */
export function fileName(title: string): string {
  return title.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'document';
}
