import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { type Language, preferredLanguage } from '@ledgerline/contract/languages';
import type * as endpoints from '@ledgerline/contract/public-forms/endpoints';
import { PUBLIC_FORM_MESSAGES, type PublicFormState } from '@ledgerline/contract/public-forms/endpoints';
import { isWebFormType, linkExpired, linkExpiresSoon } from '@ledgerline/contract/rules';
import { clientNamesOf, clientTitlesOf } from '@ledgerline/contract/submissions/form-names';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { prefillFrom } from '@ledgerline/contract/web-forms/prefill';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { maskAnswers } from '@ledgerline/contract/web-forms/secrets';
import type { FastifyRequest } from 'fastify';
import { isUnlocked } from '#features/forms/secure-links/passcodes/check-passcode.ts';
import { publishFormEvent } from '#features/forms/secure-links/publish-form-event.ts';
import {
  findLinkOfActor,
  findLinkOfToken,
  type LinkRow,
  recordCompleted,
  recordOpened,
} from '#features/forms/secure-links/service.ts';
import {
  assertOpen,
  assertUnusedSession,
  completeSubmission,
  createFromTemplate,
  fillingState,
  findSubmissionUnchecked,
  lockForFilling,
  openAnswers,
  type SubmissionRow,
  saveProgress,
} from '#features/forms/submissions/fill-form.ts';
import { findTemplateByLinkId } from '#features/forms/templates/service.ts';
import { findClientContact } from '#features/records/clients/contact/find-contact.ts';
import { findClient } from '#features/records/clients/service.ts';
import { brokerageDay, type ClientActor, type Context, type VisitorActor } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { fieldErrorsOf, problemSentence, type Reading, readDraft, readFinished } from './rules.ts';

type Ctx = Context<ClientActor>;
const NEWER_ANSWERS = 'Another device has saved newer answers. Check them before you submit the form.';
type PublicForm = ReplyOf<typeof endpoints.getPublicForm>['form'];

/**
 * Reports what a link is for, whether it can be used, and only the language of its client. Records that it was opened.
 */
export async function validateLink(
  ctx: Context<VisitorActor>,
  input: BodyOf<typeof endpoints.validateLink>,
  request?: FastifyRequest,
): Promise<ReplyOf<typeof endpoints.validateLink>> {
  const link = await findLinkOfToken(ctx, input.token);
  const submission = await submissionOf(ctx, link, input.form_link_id);
  if (link.revoked_at === null) await recordOpened(ctx, link);
  const known = linkState(ctx, link, submission);
  const isLocked = known !== 'revoked' && known !== 'expired' && !isUnlocked(ctx.deps, request, link);
  return {
    success: true,
    state: isLocked ? 'passcode' : known,
    form: describe(ctx, isLocked ? { ...submission, title: '' } : submission, link.agent_name),
    language: await recipientLanguage(ctx, link),
    expires_at: link.access_token_expires_at.toISOString(),
  };
}

/** The language of the link's client, so that the page uses it from the start. */
export async function recipientLanguage(ctx: Context, link: LinkRow): Promise<Language | null> {
  const client = link.recipient_id === null ? null : await findClient(ctx, link.recipient_id);
  return preferredLanguage(client?.pref_lang);
}

function linkState(ctx: Context, link: LinkRow, submission: SubmissionRow): PublicFormState {
  if (link.revoked_at !== null) return 'revoked';
  const state = fillingState(submission);
  const isExpired = linkExpired({ ...link, now: ctx.deps.clock.now() });
  return state === 'ready' && isExpired ? 'expired' : state;
}

/**
 * The form with what is saved so far. A visitor's own secrets are returned as masks, because other people may see the
 * screen.
 */
export async function getSecureForm(
  ctx: Ctx,
  query: { form_link_id?: string | undefined },
): Promise<ReplyOf<typeof endpoints.getSecureForm>> {
  const link = await findLinkOfActor(ctx);
  const submission = await submissionOf(ctx, link, query.form_link_id);
  assertOpen(submission);
  const definition = definitionOf(submission);
  const saved = openAnswers(ctx, submission);
  const { client_id } = submission;
  const client = client_id === null ? null : await findClient(ctx, client_id);
  return {
    success: true,
    form: describe(ctx, submission, link.agent_name),
    form_data: saved ? maskAnswers(definition, saved) : null,
    prefill: client ? prefillFrom(definition, client) : {},
    language: preferredLanguage(client?.pref_lang),
    step: submission.progress_step,
    version: submission.draft_state?.version ?? 0,
    progress_session_id: submission.progress_session_id ?? '',
    contact: await findClientContact(ctx, { client_id, sender: link.created_by }),
    last_saved: submission.last_saved?.toISOString() ?? null,
    ...validity(ctx, link),
  };
}

/** Saves unfinished answers; of each field, the newer answer wins (decision 105). */
export async function saveFormProgress(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.saveFormProgress>,
): Promise<ReplyOf<typeof endpoints.saveFormProgress>> {
  const link = await findLinkOfActor(ctx);
  const submission = await lockForFilling(ctx.db, submissionIdOf(link));
  const definition = definitionOf(submission);
  const answers = accepted(readDraft(definition, input.form_data, openAnswers(ctx, submission) ?? {}), 'en');
  const step = Math.min(input.step ?? submission.progress_step, definition.steps.length - 1);
  const saved = await saveProgress(ctx, submission, { step, answers, draft: input.draft });
  return {
    success: true,
    last_saved: saved.last_saved?.toISOString() ?? null,
    version: saved.version,
    form_data: maskAnswers(definition, saved.others),
    ...validity(ctx, link),
  };
}

/** Submits the form, once: with the row lock, one of two concurrent submits is rejected. */
export async function submitSecureForm(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.submitSecureForm>,
): Promise<ReplyOf<typeof endpoints.submitSecureForm>> {
  const link = await findLinkOfActor(ctx);
  const submission = await lockForFilling(ctx.db, submissionIdOf(link));
  assertChecked(submission, input.version);
  const stored = openAnswers(ctx, submission) ?? {};
  const reading = readFinished(definitionOf(submission), input.form_data, {
    stored,
    today: brokerageDay(ctx.deps),
  });
  const submittedAt = await completeSubmission(ctx, submission, accepted(reading, input.language));
  await recordCompleted(ctx);
  await publishFormEvent(ctx, submission, { kind: 'form_handed_in', event: submission.id });
  return { success: true, message: PUBLIC_FORM_MESSAGES.submitted, submitted_at: submittedAt.toISOString() };
}

/** Rejects a submission if the draft has changed since the visitor checked it. */
function assertChecked({ draft_state }: SubmissionRow, version: number | undefined): void {
  if (version === undefined || version === (draft_state?.version ?? 0)) return;
  throw new AppError('conflict', { message: NEWER_ANSWERS });
}

/** The title of a form opened without a token; forms that need a token return an error. */
export async function getPublicForm(
  ctx: Context<VisitorActor>,
  formLinkId: string,
): Promise<ReplyOf<typeof endpoints.getPublicForm>> {
  const template = await publicTemplate(ctx, formLinkId);
  const form = { ...template, title: clientNamesOf(template).en };
  return { success: true, form: describe(ctx, form, null) };
}

/** A form filled in without a token: a new submission that has no client yet. */
export async function submitPublicForm(
  ctx: Context<VisitorActor>,
  formLinkId: string,
  input: BodyOf<typeof endpoints.submitPublicForm>,
): Promise<ReplyOf<typeof endpoints.submitPublicForm>> {
  const { template, definition } = await openToAnyone(ctx, formLinkId);
  const { progress_session_id, language } = input;
  await assertUnusedSession(ctx.db, progress_session_id);
  const reading = readFinished(definition, input.form_data, { stored: {}, today: brokerageDay(ctx.deps) });
  const answers = accepted(reading, language);
  const submission = await createFromTemplate(ctx, template, {
    client_id: null,
    progress_session_id,
    source: 'public',
  });
  const submittedAt = await completeSubmission(ctx, submission, answers);
  await publishFormEvent(ctx, submission, { kind: 'form_handed_in', event: submission.id });
  return { success: true, message: PUBLIC_FORM_MESSAGES.submitted, submitted_at: submittedAt.toISOString() };
}

function accepted(reading: Reading, language: Language): FormAnswers {
  if (reading.ok) return reading.answers;
  throw new AppError('validation_failed', {
    message: problemSentence(reading.problems, language),
    fields: fieldErrorsOf(reading.problems, language),
  });
}

/** The submission that a link is for. */
export function submissionIdOf(link: LinkRow): number {
  if (link.session_form_id === null) throw new AppError('invalid_link');
  return link.session_form_id;
}

/** The one submission that a link is for; under another form's address the link is invalid (PF-013). */
async function submissionOf(
  ctx: Context,
  link: LinkRow,
  formLinkId: string | undefined,
): Promise<SubmissionRow> {
  const submission = await findSubmissionUnchecked(ctx.db, submissionIdOf(link));
  if (formLinkId !== undefined && formLinkId !== submission.form_link_id) throw new AppError('invalid_link');
  return submission;
}

function definitionOf(form: { form_link_id: string | null }): WebFormDefinition {
  const definition = findWebForm(form.form_link_id);
  if (!definition)
    throw new AppError('source_missing', { message: PUBLIC_FORM_MESSAGES.sourceNotConfigured });
  return definition;
}

/** What can be opened without a link: web forms, and documents that the client signs first (PF-003). */
async function publicTemplate(ctx: Context, formLinkId: string) {
  const template = await findTemplateByLinkId(ctx.db, formLinkId);
  const { type, form_link_id, pending_advisor_signature, pending_client_signature } = template;
  if (type === 'DocuSign' && form_link_id === formLinkId) {
    if (pending_advisor_signature) throw startsWithAdvisor();
    if (pending_client_signature) return template;
  }
  return (await openToAnyone(ctx, formLinkId)).template;
}

/** A document that the advisor signs first starts with the advisor; the client gets a link when it is their turn. */
export function startsWithAdvisor(): AppError {
  return new AppError('advisor_first', { details: { state: 'advisor_first' } });
}

async function openToAnyone(ctx: Context, formLinkId: string) {
  const template = await findTemplateByLinkId(ctx.db, formLinkId);
  if (template.form_link_id !== formLinkId) throw new AppError('not_found', { message: 'Form not found.' });
  const definition = findWebForm(template.form_link_id);
  if (!isWebFormType(template.type)) {
    throw new AppError('link_needed');
  }
  if (!definition)
    throw new AppError('source_missing', { message: PUBLIC_FORM_MESSAGES.sourceNotConfigured });
  return { template, definition };
}

function describe(
  ctx: Context,
  form: Parameters<typeof clientTitlesOf>[0] & { form_link_id: string | null; type: string },
  agent_name: string | null,
): PublicForm {
  return {
    form_link_id: form.form_link_id ?? '',
    title: form.title,
    titles: clientTitlesOf(form),
    type: form.type,
    brokerage: ctx.deps.config.BRAND,
    agent_name,
    totalSteps: findWebForm(form.form_link_id)?.steps.length ?? 0,
  };
}

/** How long a link can still be used, as its pages show it. */
export function validity(ctx: Context, link: LinkRow): { expires_at: string; expires_soon: boolean } {
  return {
    expires_at: link.access_token_expires_at.toISOString(),
    expires_soon: linkExpiresSoon({ ...link, now: ctx.deps.clock.now() }),
  };
}
