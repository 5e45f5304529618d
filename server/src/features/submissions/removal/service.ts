import { moveDocumentsToClient, removeDocumentsOf } from '#features/documents/service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { removeAfterCommit } from '#platform/storage/kept-file.ts';
import { tell } from '../filling/service.ts';
import * as repository from '../repository.ts';
import { deleteAllowed, soFarKey } from '../rules.ts';

type Outline = repository.SubmissionOutline;

/** Removes a submission that is held, with its links and documents (decisions H19); what its client signed stays with him. */
export async function removeSubmission(ctx: Context, row: Outline): Promise<void> {
  if (!deleteAllowed(row)) {
    throw new AppError('wrong_state', {
      message: 'This form is out for signature. Void it before deleting it.',
    });
  }
  await removeDocumentsOf(ctx, row.id);
  if (row.envelope_id !== null) await removeAfterCommit(ctx, [soFarKey(row.id)]);
  await repository.removeSubmission(ctx.db, row.id);
  await writeAudit(ctx, [
    { action: 'deleted', entity: 'session_form', entity_id: row.id, old_value: row.title },
  ]);
  await tell(ctx, 'deleted', row.id);
}

/** Removes every form of a session, or none of them when one is out for signature. */
export async function removeSessionForms(ctx: Context, sessionId: number): Promise<void> {
  const rows = await repository.lockOfSession(ctx.db, sessionId);
  const stuck = rows.find((row) => !deleteAllowed(row));
  if (stuck) {
    throw new AppError('wrong_state', {
      message: `${stuck.title} is out for signature. Void it before deleting the session with its forms.`,
    });
  }
  for (const row of rows) await removeSubmission(ctx, row);
}

/** Takes every form out of a session; they stay with their client. */
export async function releaseSessionForms(ctx: Context, sessionId: number): Promise<void> {
  const rows = await repository.lockOfSession(ctx.db, sessionId);
  const ids = rows.map(({ id }) => id);
  await repository.changeSubmissions(ctx.db, ids, {
    session_id: null,
    updated_at: ctx.deps.clock.now(),
  });
  await logUnlinked(ctx, ids, { field: 'session_id', old_value: sessionId });
}

/** Takes a held submission out of its session or away from its client, documents with it. */
export async function unlinkSubmission(
  ctx: Context,
  row: Outline,
  field: 'client_id' | 'session_id',
): Promise<void> {
  await repository.changeSubmission(ctx.db, row.id, { [field]: null, updated_at: ctx.deps.clock.now() });
  if (field === 'client_id') await moveDocumentsToClient(ctx, row.id, null);
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
  for (const id of ids) await tell(ctx, 'updated', id);
}
