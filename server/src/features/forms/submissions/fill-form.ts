import { type DraftSave, saveDraft, templateSalesTax } from '@ledgerline/contract/rules';
import { submissionPerson } from '@ledgerline/contract/submissions/form-data';
import { clientNameFields, clientNamesOf } from '@ledgerline/contract/submissions/form-names';
import { answersByKey, answersInSections, type FormAnswers } from '@ledgerline/contract/web-forms/answers';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { asAnswers } from '@ledgerline/contract/web-forms/structure';
import type { TemplateRow } from '#features/forms/templates/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import * as repository from './repository.ts';
import { fillingState } from './rules.ts';

export type { SubmissionOutline, SubmissionRow } from './repository.ts';
export { fillingState } from './rules.ts';

type Row = repository.SubmissionRow;

/** Assigns a template to a client, or to no one yet: an empty submission with the template's prices and flags. */
export async function createFromTemplate(
  ctx: Context,
  template: TemplateRow,
  placing: { client_id: number | null; progress_session_id: string; source: 'link' | 'public' },
): Promise<Row> {
  return storeSubmission(ctx, { ...copiedFrom(template), ...placing });
}

export async function storeSubmission(
  ctx: Context,
  values: Omit<repository.NewSubmissionRow, 'created_at' | 'updated_at'>,
): Promise<Row> {
  const now = ctx.deps.clock.now();
  const row = await repository.insertSubmission(ctx.db, { ...values, created_at: now, updated_at: now });
  await auditAction(ctx, 'created', 'session_form', row.id, {
    new_value: row.title,
    of_client: row.client_id ?? 'unknown',
  });
  await publishSubmissionEvent(ctx, 'created', row.id);
  return row;
}

/** What a submission copies from its template. */
export function copiedFrom(template: TemplateRow) {
  const { total_cents } = templateSalesTax({
    base_cents: template.base_cost,
    include_sales_tax: template.include_sales_tax,
  });
  return {
    form_id: template.id,
    title: clientNamesOf(template).en,
    type: template.type,
    global_form_type: template.type,
    form_link_id: template.form_link_id,
    form_name_agent: template.form_name_agent,
    form_name_client: template.form_name_client,
    ...clientNameFields((field) => template[field]),
    source_template_id: String(template.id),
    next_signer_role: template.next_signer_role,
    pending_advisor_signature: template.pending_advisor_signature,
    pending_client_signature: template.pending_client_signature,
    itemized_costs: template.itemized_costs,
    base_cost: template.base_cost,
    base_form_total: template.base_cost,
    final_form_total: total_cents,
    include_sales_tax: template.include_sales_tax,
    embedded_url: template.external_url,
  };
}

export function findOpenSubmission(db: Database, formId: number, clientId: number): Promise<Row | undefined> {
  return repository.findOpen(db, formId, clientId);
}

export function findOpenPublicSubmission(db: Database, formId: number): Promise<Row | undefined> {
  return repository.findOpenPublic(db, formId);
}

/** The forms of a session in their order, without answers. */
export function formsOfSession(db: Database, sessionId: number): Promise<repository.SubmissionOutline[]> {
  return repository.listOfSession(db, sessionId);
}

/** The submission locked for writing, in any state; undefined for an unknown id. */
export function lockSubmission(db: Database, id: number): Promise<Row | undefined> {
  return repository.lockSubmission(db, id);
}

/** The id under which a submission is filled in through links (decisions I8), created on first use. */
export async function ensureProgressSession(ctx: Context, row: Row, fresh: () => string): Promise<Row> {
  if (row.progress_session_id !== null) return row;
  const progress_session_id = fresh();
  await repository.changeSubmission(ctx.db, row.id, { progress_session_id });
  return { ...row, progress_session_id };
}

/** The submission behind a link, without authorization: the caller decides what the link's holder may do with it. */
export async function findSubmissionUnchecked(db: Database, id: number): Promise<Row> {
  const row = await repository.findSubmission(db, id);
  if (!row) throw new AppError('invalid_link');
  return row;
}

/** The submission locked for writing, or the reason why it can no longer be filled in. */
export async function lockForFilling(db: Database, id: number): Promise<Row> {
  const row = await repository.lockSubmission(db, id);
  if (!row) throw new AppError('invalid_link');
  assertOpen(row);
  return row;
}

export function assertOpen(
  row: Pick<Row, 'status' | 'is_voided' | 'voided_at' | 'signed_at' | 'is_completed'>,
): void {
  const state = fillingState(row);
  if (state !== 'ready') {
    throw new AppError(`form_${state}`, { details: { state } });
  }
}

/** A temporary session submits only one form; a second attempt finds the first (decisions I8). */
export async function assertUnusedSession(db: Database, progressSessionId: string): Promise<void> {
  await repository.lockProgressSession(db, progressSessionId);
  if (await repository.hasProgressSession(db, progressSessionId)) {
    throw new AppError('form_completed');
  }
}

/**
 * The submission that a visitor started under this temporary session, if any; locks the id, so that no other call can start
 * one until the transaction ends.
 */
export async function findByProgressSession(
  db: Database,
  progressSessionId: string,
): Promise<Row | undefined> {
  await repository.lockProgressSession(db, progressSessionId);
  return repository.findByProgressSession(db, progressSessionId);
}

/** The visitor's own statement of who they are, on a submission without a client. */
export function namePerson(
  ctx: Context,
  id: number,
  person: { first_name: string; last_name: string; email: string },
): Promise<void> {
  return repository.changeSubmission(ctx.db, id, person);
}

/** The stored answers in plain text; null when nothing is saved. */
export function openAnswers(
  ctx: Context,
  row: Pick<Row, 'id' | 'form_data' | 'form_link_id'>,
): FormAnswers | null {
  if (row.form_data === null) return null;
  const definition = findWebForm(row.form_link_id);
  const data: unknown = JSON.parse(ctx.deps.cipher.decrypt(row.form_data, aadOf(row.id)));
  return definition ? asAnswers(definition, data) : null;
}

/**
 * Merges unfinished answers of one device into the stored ones; returns what other devices have answered meanwhile.
 * Without anything new, nothing is written: a page that is opened again only reads.
 */
export async function saveProgress(
  ctx: Context,
  row: Row,
  progress: { step: number; answers: FormAnswers; draft: DraftSave | undefined },
): Promise<{ last_saved: Date | null; version: number; others: FormAnswers }> {
  const now = ctx.deps.clock.now();
  const merged = saveDraft(
    { answers: answersByKey(openAnswers(ctx, row) ?? {}), state: row.draft_state },
    { answers: answersByKey(progress.answers), draft: progress.draft },
    now.getTime(),
  );
  const others = answersInSections(merged.others);
  const { version } = merged.state;
  if (!merged.isNew && progress.step === row.progress_step)
    return { last_saved: row.last_saved, version, others };
  await repository.changeSubmission(ctx.db, row.id, {
    form_data: encryptAnswers(ctx, row.id, answersInSections(merged.answers)),
    draft_state: merged.state,
    progress_step: progress.step,
    last_saved: now,
    updated_at: now,
  });
  await publishSubmissionEvent(ctx, 'updated', row.id);
  return { last_saved: now, version, others };
}

/** Stores validated answers and closes the submission (PF-021); returns the time. */
export async function completeSubmission(ctx: Context, row: Row, answers: FormAnswers): Promise<Date> {
  const now = ctx.deps.clock.now();
  const person = submissionPerson(answers);
  await repository.changeSubmission(ctx.db, row.id, {
    form_data: encryptAnswers(ctx, row.id, answers),
    draft_state: null,
    first_name: person.first_name || null,
    last_name: person.last_name || null,
    email: person.email || null,
    phone: person.phone || null,
    date_of_birth: person.date_of_birth || null,
    is_completed: true,
    status: 'completed',
    last_saved: now,
    updated_at: now,
    read_at: null,
  });
  await auditAction(ctx, 'submitted', 'session_form', row.id, {
    new_value: row.title,
    of_client: row.client_id ?? 'unknown',
  });
  await publishSubmissionEvent(ctx, 'updated', row.id);
  return now;
}

export function publishSubmissionEvent(
  ctx: Context,
  action: 'created' | 'updated' | 'deleted',
  id: number,
): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'submissions', action, ids: [id] });
}

/** One ciphertext for all answers, bound to its row. */
function encryptAnswers(ctx: Context, id: number, answers: FormAnswers): string {
  return ctx.deps.cipher.encrypt(JSON.stringify(answers), aadOf(id));
}

function aadOf(id: number) {
  return { table: 'session_forms', row: id, field: 'form_data' };
}
