import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import {
  DOCUMENT_REQUEST_LINK_ID,
  isDocumentRequest,
  isStorableToken,
  isWebFormType,
  linkExpired,
  linkExpiresSoon,
} from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/secure-links/endpoints';
import type { SecureLink } from '@ledgerline/contract/secure-links/endpoints';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import type { FastifyRequest } from 'fastify';
import {
  assertOpen,
  createFromTemplate,
  ensureProgressSession,
  findOpenPublicSubmission,
  findOpenSubmission,
  lockSubmission,
  type SubmissionRow,
} from '#features/forms/submissions/fill-form.ts';
import { findTemplate, type TemplateRow } from '#features/forms/templates/service.ts';
import { findClient } from '#features/records/clients/service.ts';
import { defaultExpirationHours } from '#features/settings/service.ts';
import type { AgentActor, ClientActor, Context, Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { extendLink, issueLink, logRevoked, newSecureSessionId } from './issue-link.ts';
import { isUnlocked, passcodeMissing } from './passcodes/check-passcode.ts';
import { publicAddress, statusOf, toSecureLink } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { decideLink } from './rules.ts';

export type LinkRow = queries.ListedLink;

type Ctx = Context<AgentActor>;

export async function listClientLinks(
  ctx: Ctx,
  clientId: number,
): Promise<{ success: true; data: SecureLink[]; truncated: boolean }> {
  await findClient(ctx, clientId);
  const { rows, truncated } = await queries.listOfClient(ctx.db, clientId);
  return { success: true, data: rows.map((row) => toSecureLink(ctx, row)), truncated };
}

/** The link through which one client fills in one form: found, extended or created, in the caller's transaction. */
export async function createClientLink(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createClientLink>,
): Promise<ReplyOf<typeof endpoints.createClientLink>> {
  const submission = await submissionFor(ctx, input);
  const link = await linkOf(ctx, submission, { access_type: 'client_new', hours: input.expirationHours });
  return { success: true, data: linkAnswer(ctx, submission, link) };
}

/** The same for a caller without a transaction: a link that needs no change requires neither a transaction nor a lock. */
export async function issueClientLink(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createClientLink>,
): Promise<ReplyOf<typeof endpoints.createClientLink>> {
  const ready = input.sessionFormId === undefined ? await readyLink(ctx, input) : undefined;
  if (ready) return { success: true, data: linkAnswer(ctx, ready, ready) };
  return ctx.deps.database.transaction((db) => createClientLink({ ...ctx, db }, input));
}

/** The link of an e-signature form without a client; each call renews its full lifetime (decisions I4). */
export async function createPublicLink(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createPublicLink>,
): Promise<ReplyOf<typeof endpoints.createPublicLink>> {
  const template = await findTemplate(ctx.db, input.formId);
  if (template.type.toLowerCase() !== 'docusign') {
    throw new AppError('link_not_supported');
  }
  assertShareable(template);
  await repository.lockFormOfClient(ctx.db, template.id, 'public');
  const submission =
    (await findOpenPublicSubmission(ctx.db, template.id)) ??
    (await createFromTemplate(ctx, template, {
      client_id: null,
      progress_session_id: newSecureSessionId(),
      source: 'public',
    }));
  const hours = input.expirationHours ?? (await defaultExpirationHours(ctx));
  const link = await linkOf(ctx, submission, { access_type: 'public', hours });
  return { success: true, data: linkAnswer(ctx, submission, link) };
}

/** The holder of a token: null for forged, damaged and revoked ones; an expired one is reported as expired. */
export async function clientOfToken(
  deps: Deps,
  token: string,
  request?: FastifyRequest,
): Promise<ClientActor | null> {
  const key = isStorableToken(token) ? deps.tokens.readLink(token) : null;
  const link = key === null ? undefined : await queries.findLink(deps.database, { key });
  if (!link || link.revoked_at !== null) return null;
  if (linkExpired({ ...link, now: deps.clock.now() })) throw new AppError('link_expired');
  const { id, session_id, session_form_id } = link;
  const is_unlocked = isUnlocked(deps, request, link);
  // A form's address may be found where the session's passcode was never entered: in a browser history, or on a screen.
  if (!is_unlocked && session_form_id !== null) throw passcodeMissing();
  return {
    kind: 'client',
    tokenId: id,
    // When the session requires a passcode, its link alone does not reveal the client.
    client_id: is_unlocked ? link.client_id : null,
    session_id,
    session_form_id,
    is_unlocked,
  };
}

/** The link behind a correctly signed token, including expired and revoked ones. */
export async function findLinkOfToken(ctx: Context, token: string): Promise<LinkRow> {
  const key = isStorableToken(token) ? ctx.deps.tokens.readLink(token) : null;
  const link = key === null ? undefined : await queries.findLink(ctx.db, { key });
  if (!link) throw new AppError('invalid_link');
  return link;
}

/** The link that a visitor is using. */
export async function findLinkOfActor(ctx: Context<ClientActor>): Promise<LinkRow> {
  const link = await queries.findLink(ctx.db, { id: ctx.actor.tokenId });
  if (!link || link.revoked_at !== null) throw new AppError('invalid_link');
  return link;
}

/** Rejects work that was started through a link that has ended since. */
export async function requireActiveLink(ctx: Context, linkId: number): Promise<void> {
  const link = await queries.findLink(ctx.db, { id: linkId });
  if (!link || link.revoked_at !== null) throw new AppError('invalid_link');
  if (linkExpired({ ...link, now: ctx.deps.clock.now() })) throw new AppError('link_expired');
}

/** Records that the address was opened (decisions I7). */
export async function recordOpened(ctx: Context, link: LinkRow): Promise<void> {
  const status = link.status === 'pending' ? 'opened' : link.status;
  await repository.changeLink(ctx.db, link.id, { status, viewed_at: ctx.deps.clock.now() });
}

export async function recordCompleted(ctx: Context<ClientActor>): Promise<void> {
  await repository.changeLink(ctx.db, ctx.actor.tokenId, { status: 'completed' });
}

/** The links through which a form was submitted lead to it again, because its client has to continue. */
export function reopenLinks(ctx: Context, submissionId: number): Promise<void> {
  return repository.reopenOf(ctx.db, submissionId);
}

/** Revokes the links of a submission that is unlinked from its client, because they must not reach the next client. */
export async function revokeSubmissionLinks(ctx: Context, submissionId: number): Promise<void> {
  await logRevoked(ctx, await repository.revokeOf(ctx.db, submissionId, ctx.deps.clock.now()));
}

/** Revokes the public links (decisions I4) of a submission that was linked to a client. */
export async function revokePublicLinks(ctx: Context, submissionId: number): Promise<void> {
  await logRevoked(ctx, await repository.revokePublic(ctx.db, submissionId, ctx.deps.clock.now()));
}

/** The existing link if it needs no change, found without waiting for a lock. */
async function readyLink(
  ctx: Ctx,
  { formId, clientId, expirationHours: hours }: BodyOf<typeof endpoints.createClientLink>,
): Promise<queries.OpenFormLink | undefined> {
  const found = await queries.findOpenFormLink(ctx.db, formId, clientId);
  if (!found) return undefined;
  assertShareable(found.template);
  const request = { hours, defaultHours: 0, now: ctx.deps.clock.now() };
  return decideLink(found, request).action === 'keep' ? found : undefined;
}

/** The submission that a link is for: exactly the requested one, or else the open or a new one of this form and client. */
async function submissionFor(
  ctx: Ctx,
  { formId, clientId, sessionFormId }: BodyOf<typeof endpoints.createClientLink>,
): Promise<SubmissionRow> {
  // Document requests have no template.
  const template = formId === DOCUMENT_REQUEST_LINK_ID ? null : await findTemplate(ctx.db, formId);
  if (template) assertShareable(template);
  await findClient(ctx, clientId);
  // Always before the row, because concurrent calls that lock in opposite orders would deadlock.
  await repository.lockFormOfClient(ctx.db, template?.id ?? DOCUMENT_REQUEST_LINK_ID, clientId);
  if (template && sessionFormId === undefined) return openSubmission(ctx, template, clientId);
  const row = sessionFormId === undefined ? undefined : await lockSubmission(ctx.db, sessionFormId);
  const isOfForm = template ? row?.form_id === template.id : isDocumentRequest(row?.type);
  if (row?.client_id !== clientId || !isOfForm) {
    throw new AppError('not_found', { message: 'Form not found.' });
  }
  assertOpen(row);
  return ensureProgressSession(ctx, row, newSecureSessionId);
}

async function openSubmission(ctx: Ctx, template: TemplateRow, client_id: number): Promise<SubmissionRow> {
  const open = await findOpenSubmission(ctx.db, template.id, client_id);
  if (open) return ensureProgressSession(ctx, open, newSecureSessionId);
  const progress_session_id = newSecureSessionId();
  return createFromTemplate(ctx, template, { client_id, progress_session_id, source: 'link' });
}

async function linkOf(
  ctx: Ctx,
  submission: SubmissionRow,
  request: { access_type: 'client_new' | 'public'; hours: number | undefined },
): Promise<repository.LinkRow> {
  const now = ctx.deps.clock.now();
  const newest = await repository.findNewestOf(ctx.db, submission.id);
  // A visitor who started the form without a link loses access, because the form now belongs to a client.
  const existing = newest?.access_type === request.access_type ? newest : undefined;
  const defaultHours = request.hours ?? (await defaultExpirationHours(ctx));
  const decision = decideLink(existing, { hours: request.hours, defaultHours, now });
  if (existing && decision.action === 'keep') return existing;
  if (existing && decision.action === 'extend') return extendLink(ctx, existing, decision.expires_at);
  if (decision.action !== 'create') throw new Error('cannot extend a link that does not exist');
  if (newest) await repository.changeLink(ctx.db, newest.id, { revoked_at: now });
  return issueLink(ctx, {
    access_type: request.access_type,
    form_id: submission.form_id,
    client_id: submission.client_id,
    session_form_id: submission.id,
    title: submission.title,
    access_token_expires_at: decision.expires_at,
  });
}

function linkAnswer(
  ctx: Ctx,
  submission: Pick<SubmissionRow, 'id' | 'title' | 'type' | 'form_link_id'>,
  link: Pick<repository.LinkRow, 'key' | 'status' | 'access_token_expires_at'>,
) {
  const token = ctx.deps.tokens.signLink(link.key);
  const { type, form_link_id } = submission;
  return {
    formUrl: publicAddress(ctx, { type, form_link_id: form_link_id ?? '', token }),
    expiresAt: link.access_token_expires_at.toISOString(),
    sessionFormId: submission.id,
    token,
    title: submission.title,
    status: statusOf(link.status),
    expiresSoon: linkExpiresSoon({ ...link, now: ctx.deps.clock.now() }),
  };
}

/** PDF and Link forms work inside a session only (decisions H10); a web form needs its registered source. */
function assertShareable(template: Pick<TemplateRow, 'type' | 'form_link_id'>): void {
  const type = template.type.toLowerCase();
  if (type === 'pdf' || type === 'link') {
    throw new AppError('link_not_supported');
  }
  const hasSource = isWebFormType(template.type)
    ? findWebForm(template.form_link_id) !== undefined
    : template.form_link_id !== '';
  if (!hasSource) throw new AppError('source_missing');
}
