import type { BodyOf } from '@ledgerline/contract/endpoint';
import { formLinkId } from '@ledgerline/contract/rules';
import type { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { agentNameOf } from '@ledgerline/contract/submissions/form-names';
import { lockSession, publishSessionEvent, type SessionRow } from '#features/forms/sessions/lock-session.ts';
import {
  findTemplate,
  findTemplateByLinkId,
  lookUpTemplateByLinkId,
  type TemplateRow,
} from '#features/forms/templates/service.ts';
import { findClient } from '#features/records/clients/service.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { sanitizeNote } from '#platform/html.ts';
import { copiedFrom, type SubmissionRow, storeSubmission } from './fill-form.ts';
import * as repository from './repository.ts';
import { knownFormType, sessionError } from './rules.ts';

type Ctx = Context<AgentActor>;
type Input = BodyOf<typeof createSubmission>;

/**
 * Adds a form to a session, to a client, or without either. The session is locked, so that forms are added one after the
 * other.
 */
export async function assignSubmission(ctx: Ctx, input: Input): Promise<SubmissionRow> {
  const session = input.session_id ? await lockSession(ctx.db, input.session_id) : null;
  const client_id = await clientOf(ctx, input, session);
  const template = await templateOf(ctx, input);
  const form = template ? copiedFrom(template) : customForm(input);
  const placement = session
    ? await assignToSession(ctx, session, { form_id: template?.id ?? null, title: agentNameOf(form) })
    : { session_id: null, order_index: 0 };
  const row = await storeSubmission(ctx, {
    ...form,
    ...placement,
    client_id,
    source: session ? 'session' : 'agent',
    ...providedFields(ctx, input),
  });
  if (session) await publishSessionEvent(ctx, 'updated', session.id);
  return row;
}

/** The position of a form in a session: after the others. The same template is allowed only once (decisions G13, G14). */
export async function assignToSession(
  ctx: Ctx,
  session: SessionRow,
  form: { form_id: number | null; title: string },
): Promise<{ session_id: number; order_index: number }> {
  const isInSession =
    form.form_id !== null && (await repository.isInSession(ctx.db, session.id, form.form_id));
  if (isInSession) throw new AppError('duplicate', { message: `${form.title} is already in this session.` });
  return { session_id: session.id, order_index: await repository.nextOrderIndex(ctx.db, session.id) };
}

/** The session that a submission may be added to, locked. */
export async function sessionFor(
  ctx: Ctx,
  sessionId: number,
  form: { client_id: number | null; session_id: number | null },
): Promise<SessionRow> {
  const session = await lockSession(ctx.db, sessionId);
  const error = sessionError(form, session);
  if (error) throw new AppError('wrong_state', { message: error });
  return session;
}

/** A form in a session belongs to the session's client. */
async function clientOf(ctx: Ctx, input: Input, session: SessionRow | null): Promise<number | null> {
  const requested = input.client_id ?? null;
  if (session) {
    const error = sessionError({ client_id: requested, session_id: null }, session);
    if (error) throw new AppError('wrong_state', { message: error });
    return session.client_id;
  }
  if (requested !== null) await findClient(ctx, requested);
  return requested;
}

/** By number or link id. A custom form, with a type and a title, has no template (SU-091). */
async function templateOf(ctx: Ctx, input: Input): Promise<TemplateRow | null> {
  const type = input.type === undefined ? null : knownFormType(input.type);
  if (input.type !== undefined && type === null) {
    throw wrongField('type', 'must be one of Web Form, DocuSign, PDF, Link');
  }
  const key = input.form_id ?? input.source_template_id;
  if (key) return findTemplate(ctx.db, key);
  const linkId = type === 'PDF' || type === 'Link' ? '' : formLinkId(input.form_link_id);
  if (linkId === '' && type === null) throw wrongField('form_id', 'is required');
  if (type === null) return findTemplateByLinkId(ctx.db, linkId);
  return linkId === '' ? null : lookUpTemplateByLinkId(ctx.db, linkId);
}

function customForm(input: Input) {
  const type = knownFormType(input.type ?? '') ?? 'PDF';
  if (input.title === undefined) throw wrongField('title', 'is required');
  const { title } = input;
  return {
    title,
    type,
    global_form_type: type,
    form_link_id: formLinkId(input.form_link_id) || null,
    form_name_agent: title,
    form_name_client: title,
  };
}

/** Values sent by the caller override the template. */
export function providedFields(ctx: Ctx, input: Partial<Input>) {
  const { notes, external_url, status } = input;
  const { title, order_index, next_signer_role, pending_advisor_signature, pending_client_signature } = input;
  const values = {
    title,
    order_index,
    next_signer_role,
    pending_advisor_signature,
    pending_client_signature,
    folder: input.folder || undefined,
    embedded_url: external_url,
    notes: notes === undefined ? undefined : sanitizeNote(notes),
    ...(status === undefined ? {} : marksOf(status, ctx.deps.clock.now())),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A status sets all of its flags (decisions H7). */
function marksOf(status: NonNullable<Input['status']>, now: Date) {
  if (status === 'voided') return { status, is_voided: true, voided_at: now };
  return status === 'completed' ? { status, is_completed: true } : { status };
}
