import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { isDocumentRequest, unlinkFromClientAllowed } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/submissions/endpoints';
import { SUBMISSION_FILTER_FIELDS } from '@ledgerline/contract/submissions/filter-fields';
import { agentNameOf } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow as ListedRow, Submission } from '@ledgerline/contract/submissions/schemas';
import { answerAt, answerText } from '@ledgerline/contract/web-forms/answers';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { maskAnswers, secretFields } from '@ledgerline/contract/web-forms/secrets';
import { findSession, publishSessionEvent } from '#features/forms/sessions/lock-session.ts';
import { findTemplate } from '#features/forms/templates/service.ts';
import { consumeReveal } from '#features/people/agents/reveals/limit-reveals.ts';
import { findClient, searchPatterns } from '#features/records/clients/service.ts';
import { moveDocumentsToClient } from '#features/records/documents/service.ts';
import { revealReason } from '#features/settings/alert-settings.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { applyFilter } from '#platform/database/filter-condition.ts';
import { countByClient } from '#platform/database/rows.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { hasDifferences, updatePendingAnswers } from './apply-answers.ts';
import { assignSubmission, assignToSession, providedFields, sessionFor } from './assign-submission.ts';
import { openAnswers, publishSubmissionEvent } from './fill-form.ts';
import { toSubmissionRow } from './presenter.ts';
import * as queries from './queries.ts';
import { removeSubmission, unlinkSubmission } from './remove-submission.ts';
import * as repository from './repository.ts';
import { changeError, unlinkError } from './rules.ts';

export { FORM_NAME, FURTHEST_STEP } from './queries.ts';

type Ctx = Context<AgentActor>;
type Done = { success: true; message: string };
type RevokeLinks = (ctx: Context, submissionId: number) => Promise<void>;
type RevokeSessionFormLinks = (ctx: Context, sessionId: number, submissionId: number) => Promise<void>;

/** Revokes links when a form changes its client; provided by a module above this one (composed in app.ts). */
export interface EndLinks {
  ofSubmission: RevokeLinks;
  /** Public links. */
  ofPublic: RevokeLinks;
  ofSessionForm: RevokeSessionFormLinks;
}

const present = (ctx: Ctx, rows: queries.ListedSubmission[]): ListedRow[] =>
  rows.map((row) => toSubmissionRow(row, ctx.deps.tokens));

/** All submissions with search, filters, order and pagination (decisions H15). */
export async function listSubmissions(
  ctx: Ctx,
  query: QueryOf<typeof endpoints.listSubmissions>,
): Promise<ReplyOf<typeof endpoints.listSubmissions>> {
  const { q, form_id, category, type, modified, filter: conditions, page, page_size, ...order } = query;
  const now = ctx.deps.clock.now();
  const changed = modified && { modified, now, timeZone: ctx.deps.config.TIME_ZONE };
  const fields = applyFilter(ctx, conditions, SUBMISSION_FILTER_FIELDS);
  const filter = { patterns: searchPatterns(q), form_id, category, type, changed, fields };
  const shown = { ...order, limit: page_size, offset: (page - 1) * page_size };
  const found = await queries.findPage(ctx.db, filter, shown);
  return { success: true, data: present(ctx, found.rows), total: found.total };
}

export async function createSubmission(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createSubmission>,
): Promise<ReplyOf<typeof endpoints.createSubmission>> {
  const { id } = await assignSubmission(ctx, input);
  const { data } = await getSubmission(ctx, id);
  return { success: true, id, data, sessionForm: data };
}

export async function listClientSubmissions(
  ctx: Ctx,
  clientId: number,
): Promise<{ success: true; data: ListedRow[]; truncated: boolean }> {
  await findClient(ctx, clientId);
  const { rows, truncated } = await queries.listOfClient(ctx.db, clientId);
  return { success: true, data: present(ctx, rows), truncated };
}

export async function listTemplateSubmissions(
  ctx: Ctx,
  key: string,
): Promise<{ success: true; data: ListedRow[]; sessionForms: ListedRow[]; truncated: boolean }> {
  const template = await findTemplate(ctx.db, key);
  const { rows, truncated } = await queries.listOfTemplate(ctx.db, template.id);
  const data = present(ctx, rows);
  return { success: true, data, sessionForms: data, truncated };
}

export async function listSessionSubmissions(
  ctx: Ctx,
  sessionId: number,
): Promise<{ success: true; sessionForms: ListedRow[]; truncated: boolean }> {
  await findSession(ctx.db, sessionId);
  const { rows, truncated } = await queries.listOfSession(ctx.db, sessionId);
  return { success: true, sessionForms: present(ctx, rows), truncated };
}

/** One submission with its answers, secrets as masks; reading changes nothing. */
export async function getSubmission(ctx: Ctx, id: number): Promise<{ success: true; data: Submission }> {
  const row = await requireSubmission(ctx, id);
  const [listed] = present(ctx, await onlyListed(ctx, id));
  if (!listed) throw notFound();
  const definition = findWebForm(row.form_link_id);
  const answers = openAnswers(ctx, row);
  const form_data = definition && answers ? maskAnswers(definition, answers) : null;
  return { success: true, data: { ...listed, form_data } };
}

export async function updateSubmission(
  ctx: Ctx,
  id: number,
  input: BodyOf<typeof endpoints.updateSubmission>,
  revokeLinks: RevokeLinks,
): Promise<{ success: true; data: Submission }> {
  const placement = await placementOf(ctx, id, input);
  const row = await lockSubmission(ctx, id);
  const error = changeError(row, input);
  if (error) throw new AppError('wrong_state', { message: error });
  const client_id = input.client_id ?? undefined;
  if (client_id !== undefined) await assertSameClient(ctx, row, client_id);
  const changes = changesTo(row, {
    ...providedFields(ctx, input),
    client_id,
    session_id: input.session_id ?? undefined,
    ...placement,
    ...(input.folder === undefined ? {} : { folder: input.folder || null }),
  });
  if (Object.keys(changes).length > 0) await saveChanges(ctx, row, changes);
  // Other holders of a public link to it must not see this client's values.
  if (changes.client_id !== undefined) await revokeLinks(ctx, id);
  return getSubmission(ctx, id);
}

/** What a submission gets when it is added to a session: the session's client and the last position. */
async function placementOf(ctx: Ctx, id: number, input: BodyOf<typeof endpoints.updateSubmission>) {
  const unsafeRow = await requireSubmission(ctx, id);
  const { session_id } = input;
  if (session_id === undefined || session_id === null || session_id === unsafeRow.session_id) return {};
  const client_id = unsafeRow.client_id ?? input.client_id ?? null;
  const session = await sessionFor(ctx, session_id, { ...unsafeRow, client_id });
  // Lock the session first, as everywhere; only then re-check what was read from the row.
  const row = await lockSubmission(ctx, id);
  await sessionFor(ctx, session_id, { ...row, client_id: row.client_id ?? client_id });
  const position = await assignToSession(ctx, session, { form_id: row.form_id, title: agentNameOf(row) });
  return { order_index: input.order_index ?? position.order_index, client_id: session.client_id };
}

async function saveChanges(
  ctx: Ctx,
  row: repository.SubmissionRow,
  changes: Partial<repository.SubmissionRow>,
): Promise<void> {
  const { id } = row;
  // A decision on the answers concerned the previous client.
  const decision = changes.client_id
    ? { has_pending_answers: await hasDifferences(ctx, { ...row, ...changes }) }
    : {};
  const updated_at = ctx.deps.clock.now();
  await repository.changeSubmission(ctx.db, id, { ...changes, ...decision, updated_at });
  if (changes.client_id) await moveDocumentsToClient(ctx, id, changes.client_id);
  const client = row.client_id ?? changes.client_id ?? 'unknown';
  await auditChanges(ctx, 'session_form', row, changes, client);
  await publishSubmissionEvent(ctx, 'updated', id);
  if (changes.session_id) await publishSessionEvent(ctx, 'updated', changes.session_id);
}

/**
 * The first agent to open a submission marks it as read (decisions H9). It stays on Today while its answers differ from
 * the client record and no agent has decided on them.
 */
export async function readSubmission(ctx: Ctx, id: number): Promise<{ success: true; read_at: string }> {
  const row = await lockSubmission(ctx, id);
  const isUndecided = row.read_at === null || row.has_pending_answers;
  const isPending = isUndecided && (await isToDecide(ctx, row));
  await updatePendingAnswers(ctx, row, isPending);
  return { success: true, read_at: (row.read_at ?? ctx.deps.clock.now()).toISOString() };
}

/** Reviewing the documents of a request decides on them. */
async function isToDecide(ctx: Ctx, row: repository.SubmissionRow): Promise<boolean> {
  return isDocumentRequest(row.type) ? row.has_pending_answers : hasDifferences(ctx, row);
}

/** One masked answer in plain text; the audit log records the agent. */
export async function revealSubmissionField(
  ctx: Ctx,
  id: number,
  { field, reason }: BodyOf<typeof endpoints.revealSubmissionField>,
): Promise<{ success: true; field: string; value: string | null }> {
  const row = await requireSubmission(ctx, id);
  const definition = findWebForm(row.form_link_id);
  const isSecret = definition && secretFields(definition).some(({ key }) => key === field);
  if (!isSecret) {
    throw wrongField('field', 'is not a secret field');
  }
  const why = await revealReason(ctx, reason);
  await consumeReveal(ctx);
  await auditAction(ctx, 'revealed', 'session_form', id, { field, ...why, of_client: row.client_id });
  return { success: true, field, value: answerText(answerAt(openAnswers(ctx, row) ?? {}, field)) || null };
}

export async function deleteSubmission(ctx: Ctx, id: number, confirmTitle?: string): Promise<Done> {
  const row = await lockSubmission(ctx, id);
  await removeSubmission(ctx, row, confirmTitle);
  if (row.session_id !== null) await publishSessionEvent(ctx, 'updated', row.session_id);
  return { success: true, message: 'Form deleted.' };
}

/** Removes the submission from its session and preserves its data (1§4). */
export async function unlinkSubmissionFromSession(
  ctx: Ctx,
  id: number,
  revokeLinks: RevokeSessionFormLinks,
): Promise<Done> {
  const row = await lockSubmission(ctx, id);
  if (row.session_id === null) {
    throw new AppError('wrong_state', { message: 'This form is not in a session.' });
  }
  await unlinkSubmission(ctx, row, 'session_id');
  await revokeLinks(ctx, row.session_id, id);
  await publishSessionEvent(ctx, 'updated', row.session_id);
  return { success: true, message: 'Form unlinked from session.' };
}

/** Only with a client and outside a session (decisions H20). Its links are revoked, because they were this client's. */
export async function unlinkSubmissionFromClient(
  ctx: Ctx,
  id: number,
  revokeLinks: RevokeLinks,
): Promise<Done> {
  const row = await lockSubmission(ctx, id);
  if (!unlinkFromClientAllowed(row)) {
    throw new AppError('wrong_state', {
      message:
        row.client_id === null
          ? 'This form is not linked to a client.'
          : 'This form is in a session. Unlink it from the session first.',
    });
  }
  const error = unlinkError(row);
  if (error) throw new AppError('wrong_state', { message: error });
  await unlinkSubmission(ctx, row, 'client_id');
  await revokeLinks(ctx, id);
  return { success: true, message: 'Form unlinked from client.' };
}

/** For the check before a client is deleted. */
export function countClientSubmissions(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  return countByClient(db, 'session_forms', ids);
}

async function assertSameClient(ctx: Ctx, row: repository.SubmissionRow, clientId: number): Promise<void> {
  await findClient(ctx, clientId);
  if (row.client_id !== null && row.client_id !== clientId) {
    throw new AppError('wrong_state', { message: 'This form is already linked to another client.' });
  }
}

async function onlyListed(ctx: Ctx, id: number): Promise<queries.ListedSubmission[]> {
  const row = await queries.findListed(ctx.db, id);
  return row ? [row] : [];
}

async function requireSubmission(ctx: Ctx, id: number): Promise<repository.SubmissionRow> {
  const row = await repository.findSubmission(ctx.db, id);
  if (!row) throw notFound();
  return row;
}

async function lockSubmission(ctx: Ctx, id: number): Promise<repository.SubmissionRow> {
  const row = await repository.lockSubmission(ctx.db, id);
  if (!row) throw notFound();
  return row;
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Form not found.' });
}
