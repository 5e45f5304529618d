import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { isFinished, isMask, isVoided } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/submissions/differences/endpoints';
import type { ComparedAnswer } from '@ledgerline/contract/submissions/differences/endpoints';
import {
  claimsOf,
  type FieldDifference,
  findDifferences,
  offerableFields,
  withDependents,
} from '@ledgerline/contract/web-forms/apply-answers';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { recordOperation } from '#features/records/bulk-actions/record-operation.ts';
import {
  conflictsOf,
  editClients,
  rejectionError,
  shown,
} from '#features/records/clients/edits/edit-clients.ts';
import { lockClients } from '#features/records/clients/edits/lock-clients.ts';
import { clientToCompare } from '#features/records/clients/service.ts';
import { auditAction, writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { openAnswers, publishSubmissionEvent } from './fill-form.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Row = repository.SubmissionRow;

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
 * Whether the form differs from its client's record, so that an agent has to apply its answers or dismiss them before it
 * leaves Today (decision 104).
 */
export async function hasDifferences(ctx: Ctx, row: Row): Promise<boolean> {
  const compared = row.is_completed ? await compare(ctx, row) : null;
  return compared !== null && compared.differences.length > 0;
}

/**
 * Applies answers to the client record through the standard client update, all or none; repeating it changes nothing. A
 * field that no longer has the value which the agent compared is a conflict, as for a cell of the ledger. The history
 * records that the values came from a form.
 */
export async function applyAnswers(
  ctx: Ctx,
  id: number,
  { client_id, fields, compared: seen }: BodyOf<typeof endpoints.applyAnswers>,
): Promise<ReplyOf<typeof endpoints.applyAnswers>> {
  const row = await lockCompared(ctx, id, client_id);
  // Locked before it is compared: other edits wait until the answers are written.
  await lockClients(ctx, [client_id]);
  const compared = await compare(ctx, row);
  if (!compared) throw notComparable();
  assertOffered(fields, compared.offerable, seen);
  const applied = withDependents(compared.differences, fields);
  assertSameAnswers(fields, compared.claims, seen);
  assertUnchanged(ctx, client_id, applied, seen);
  if (applied.length > 0) await write(ctx, row, client_id, applied);
  await updatePendingAnswers(ctx, row, false);
  return { success: true, message: sentence(applied), taken: applied.map(({ field }) => field) };
}

/** The remaining differences are not needed: the form leaves Today without them. Undoing that returns it. */
export async function updateAnswerDifferences(
  ctx: Ctx,
  id: number,
  { client_id, is_dismissed }: BodyOf<typeof endpoints.updateAnswerDifferences>,
): Promise<ReplyOf<typeof endpoints.updateAnswerDifferences>> {
  const row = await lockCompared(ctx, id, client_id);
  const compared = await compare(ctx, row);
  if (!compared) throw notComparable();
  if (!is_dismissed && compared.differences.length === 0) {
    throw new AppError('conflict', { message: sentence([]) });
  }
  const isChanged = await updatePendingAnswers(ctx, row, !is_dismissed);
  if (isChanged) {
    const action = is_dismissed ? 'answers_dismissed' : 'answers_reopened';
    await auditAction(ctx, action, 'session_form', id, { of_client: client_id });
  }
  return { success: true, message: is_dismissed ? 'Marked as not needed.' : 'Back on Today.' };
}

/** Whether an agent still has to decide on the answers; a form with a decision has also been read. */
export async function updatePendingAnswers(
  ctx: Context,
  row: Row,
  has_pending_answers: boolean,
): Promise<boolean> {
  if (row.read_at !== null && row.has_pending_answers === has_pending_answers) return false;
  const read_at = row.read_at ?? ctx.deps.clock.now();
  await repository.changeSubmission(ctx.db, row.id, { has_pending_answers, read_at });
  await publishSubmissionEvent(ctx, 'updated', row.id);
  return true;
}

/** The locked form, unless it belongs to another client than the one whose record the agent compared. */
async function lockCompared(ctx: Ctx, id: number, clientId: number): Promise<Row> {
  const row = await repository.lockSubmission(ctx.db, id);
  if (!row) throw notFound();
  if (row.client_id === null) throw notComparable();
  if (row.client_id !== clientId) {
    throw new AppError('conflict', {
      message: 'This form was linked to another client. Review the comparison again.',
    });
  }
  return row;
}

interface Comparison {
  offerable: ReadonlySet<string>;
  /** The form's values by client field, secrets as masks. */
  claims: ReadonlyMap<string, FieldValue>;
  differences: FieldDifference[];
}

async function compare(ctx: Ctx, row: Row): Promise<Comparison | null> {
  const definition = findWebForm(row.form_link_id);
  const { client_id: clientId } = row;
  if (!definition || clientId === null || !isFinished(row) || isVoided(row)) return null;
  const answers = openAnswers(ctx, row);
  if (!answers) return null;
  const offerable = offerableFields(definition);
  const client = await clientToCompare(ctx, clientId, [...offerable]);
  const claims = claimsOf(definition, answers, client).map(({ field, value }): [string, FieldValue] => [
    field,
    masked(fieldNamed(field), value),
  ]);
  return {
    offerable,
    claims: new Map(claims),
    differences: findDifferences(definition, answers, client),
  };
}

function assertOffered(
  fields: readonly string[],
  offerable: ReadonlySet<string>,
  seen: readonly ComparedAnswer[],
): void {
  const foreign = fields.filter((field) => !offerable.has(field));
  if (foreign.length > 0) {
    throw new AppError('validation_failed', {
      message: `${foreign.join(', ')}: this form has no such answer for the client record.`,
      fields: foreign.map((field) => ({ path: field, message: 'is not offered by this form' })),
    });
  }
  const unseen = fields.filter((field) => !seen.some((one) => one.field === field));
  if (unseen.length === 0) return;
  throw new AppError('validation_failed', {
    fields: unseen.map((field) => ({ path: field, message: 'must be in compared' })),
  });
}

/** Beneficiaries may move to other fields when the record changes; only a new comparison can show that. */
function assertSameAnswers(
  fields: readonly string[],
  claims: Comparison['claims'],
  seen: readonly ComparedAnswer[],
): void {
  const hasMoved = seen.some(
    ({ field, form_value }) => fields.includes(field) && !isSame(form_value, claims.get(field) ?? null),
  );
  if (!hasMoved) return;
  throw new AppError('conflict', {
    message: 'The client record was changed by someone else. Review the comparison again.',
  });
}

/** A field that was not a difference when the agent compared had the value of the form at that time. */
function assertUnchanged(
  ctx: Ctx,
  clientId: number,
  applied: readonly FieldDifference[],
  seen: readonly ComparedAnswer[],
): void {
  const now = new Map(applied.map((difference) => [difference.field, toShow(difference)]));
  const was = [...now].map(([name, { form_value }]): [CatalogField, FieldValue] => {
    const compared = seen.find(({ field }) => field === name);
    return [fieldNamed(name), compared ? compared.client_value : form_value];
  });
  const current = (name: FieldName): FieldValue => now.get(name)?.client_value ?? null;
  const rejected = conflictsOf({ id: clientId, was: new Map(was) }, current);
  if (rejected.length > 0) throw rejectionError(ctx, rejected);
}

const isSame = (one: FieldValue, other: FieldValue): boolean => (one ?? '') === (other ?? '');

async function write(ctx: Ctx, row: Row, clientId: number, applied: FieldDifference[]): Promise<void> {
  const input = new Map(applied.map(({ field, value }) => [fieldNamed(field), value]));
  const operation = `answers:${row.id}:${ctx.requestId}`;
  const options = { action: 'taken_over', operation };
  const { changed, rejected } = await editClients(ctx, [{ id: clientId, input }], options);
  if (rejected.length > 0) throw rejectionError(ctx, rejected);
  await recordOperation(ctx, { kind: 'apply_answers', operation, changed });
  await writeAudit(
    ctx,
    applied.map(({ field }) => ({ action: 'taken_over', entity: 'session_form', entity_id: row.id, field })),
  );
  await publishSubmissionEvent(ctx, 'updated', row.id);
}

function sentence(applied: FieldDifference[]): string {
  if (applied.length === 0) return 'The client record already has these answers.';
  return applied.length === 1 ? '1 client field updated.' : `${applied.length} client fields updated.`;
}

function toShow({ field, label, client_value, value, is_secret, together }: FieldDifference) {
  const of = fieldNamed(field);
  return {
    ...{ field, label, is_secret, together: together ?? null },
    client_value: masked(of, client_value),
    form_value: masked(of, value),
  };
}

function masked(field: CatalogField, value: FieldValue): FieldValue {
  if (field.kind !== 'secret' || isMask(value)) return value;
  return shown(field, value) || null;
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Form not found.' });
}

function notComparable(): AppError {
  return new AppError('wrong_state', {
    message: 'Only answers of a submitted form that is linked to a client can update the client record.',
  });
}
