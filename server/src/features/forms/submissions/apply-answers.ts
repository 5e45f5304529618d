import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { isFinished, isMask, isVoided, maskSecret } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/submissions/differences/endpoints';
import {
  type Contradiction,
  contradictions,
  offerableFields,
  withDependents,
} from '@ledgerline/contract/web-forms/apply-answers';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { editClients, rejectionError } from '#features/records/clients/edits/edit-clients.ts';
import { clientToCompare, findClient } from '#features/records/clients/service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { openAnswers, publishSubmissionEvent } from './fill-form.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/** Only a submitted form provides answers for its client; unfinished answers do not count. */
export async function listAnswerDifferences(
  ctx: Ctx,
  id: number,
): Promise<ReplyOf<typeof endpoints.listAnswerDifferences>> {
  const row = await repository.findSubmission(ctx.db, id);
  if (!row) throw notFound();
  const compared = await compare(ctx, row);
  return { success: true, data: (compared?.differences ?? []).map(toShow) };
}

/**
 * Applies answers to the client record through the standard client update; repeating it changes nothing. The history
 * records that they came from a form.
 */
export async function applyAnswers(
  ctx: Ctx,
  id: number,
  fields: readonly string[],
): Promise<ReplyOf<typeof endpoints.applyAnswers>> {
  const row = await repository.lockSubmission(ctx.db, id);
  if (!row) throw notFound();
  const compared = await compare(ctx, row);
  if (!compared) {
    throw new AppError('wrong_state', {
      message: 'Only answers of a submitted form that is linked to a client can update the client record.',
    });
  }
  assertOfferable(fields, compared.offerable);
  const applied = withDependents(compared.differences, fields);
  if (applied.length > 0) await write(ctx, row, compared.clientId, applied);
  return { success: true, message: sentence(applied), taken: applied.map(({ field }) => field) };
}

interface Comparison {
  clientId: number;
  offerable: ReadonlySet<string>;
  differences: Contradiction[];
}

async function compare(ctx: Ctx, row: repository.SubmissionRow): Promise<Comparison | null> {
  const definition = findWebForm(row.form_link_id);
  const { client_id: clientId } = row;
  if (!definition || clientId === null || !isFinished(row) || isVoided(row)) return null;
  const answers = openAnswers(ctx, row);
  if (!answers) return null;
  const offerable = offerableFields(definition);
  const client = await clientToCompare(ctx, clientId, [...offerable]);
  return { clientId, offerable, differences: contradictions(definition, answers, client) };
}

function assertOfferable(fields: readonly string[], offerable: ReadonlySet<string>): void {
  const foreign = fields.filter((field) => !offerable.has(field));
  if (foreign.length === 0) return;
  throw new AppError('validation_failed', {
    message: `${foreign.join(', ')}: this form has no such answer for the client record.`,
    fields: foreign.map((field) => ({ path: field, message: 'is not offered by this form' })),
  });
}

async function write(
  ctx: Ctx,
  row: repository.SubmissionRow,
  clientId: number,
  applied: Contradiction[],
): Promise<void> {
  const seen = await findClient(ctx, clientId);
  const cells = applied.map(({ field, value }) => ({ field: fieldNamed(field), value }));
  const edit = {
    id: clientId,
    input: new Map(cells.map(({ field, value }) => [field, value])),
    was: new Map(cells.map(({ field }): [typeof field, FieldValue] => [field, seen[field.name] ?? null])),
  };
  const { rejected } = await editClients(ctx, [edit], {
    action: 'taken_over',
    operation: `session_form:${row.id}`,
  });
  if (rejected.length > 0) throw rejectionError(rejected);
  await writeAudit(
    ctx,
    applied.map(({ field }) => ({ action: 'taken_over', entity: 'session_form', entity_id: row.id, field })),
  );
  await publishSubmissionEvent(ctx, 'updated', row.id);
}

function sentence(applied: Contradiction[]): string {
  if (applied.length === 0) return 'The client record already has these answers.';
  return applied.length === 1 ? '1 client field updated.' : `${applied.length} client fields updated.`;
}

function toShow({ field, label, client_value, value, is_secret }: Contradiction) {
  const shown = (plain: FieldValue) =>
    is_secret && plain !== null && !isMask(plain)
      ? maskSecret({ kind: field, value: String(plain) }) || null
      : plain;
  return { field, label, client_value: shown(client_value), form_value: shown(value), is_secret };
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Form not found.' });
}
