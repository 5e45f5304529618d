import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { linkExpiresSoon } from '@ledgerline/contract/rules';
import { type generateSessionToken, SESSION_NOT_FOUND } from '@ledgerline/contract/sessions/endpoints';
import { lockSession, type SessionRow } from '#features/forms/sessions/lock-session.ts';
import { ensureProgressSession, type SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { releaseSessionForms, removeSessionForms } from '#features/forms/submissions/remove-submission.ts';
import { defaultExpirationHours } from '#features/settings/service.ts';
import { auditedAs } from '#platform/audit/audit.ts';
import type { AgentActor, ClientActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import {
  extendLink,
  issueLink,
  type LinkRow,
  logRevoked,
  newKey,
  newSecureSessionId,
} from '../issue-link.ts';
import { publicAddress, sessionAddress } from '../presenter.ts';
import * as repository from '../repository.ts';
import { decideLink } from '../rules.ts';

const MESSAGES = {
  keep: 'Secure link is valid.',
  extend: 'Secure link extended.',
  create: 'Secure link created.',
} as const;

type SessionLinkInput = BodyOf<typeof generateSessionToken>;
type IssuedLink = Omit<ReplyOf<typeof generateSessionToken>, 'success'>;
type PageLink = Pick<LinkRow, 'key' | 'access_token_expires_at'>;

const HOUR_MS = 3_600_000;
const ATTEMPTS = 5;

/** Opens a transaction only if needed: a link is issued in one statement. */
export async function getOrIssueSessionLink(
  ctx: Context<AgentActor>,
  id: number,
  input: SessionLinkInput,
): Promise<ReplyOf<typeof generateSessionToken>> {
  const isExtended = input.extend && !input.forceRegenerate;
  const issued = isExtended
    ? await ctx.deps.database.transaction(async (db) =>
        extendSessionLink({ ...ctx, db }, await lockSession(db, id), input),
      )
    : await issueSessionLink(ctx, id, input);
  return { success: true, ...issued };
}

/** The link of a session's page: the active one, or a new one. Works without a transaction, because it is one statement. */
async function issueSessionLink(
  ctx: Context<AgentActor>,
  sessionId: number,
  { expirationHours, forceRegenerate }: SessionLinkInput,
): Promise<IssuedLink> {
  const hours = expirationHours ?? (await defaultExpirationHours(ctx));
  const request = {
    session_id: sessionId,
    force: forceRegenerate,
    expires_at: new Date(ctx.deps.clock.now().getTime() + hours * HOUR_MS),
    created_by: ctx.actor.id,
    audit: auditedAs(ctx),
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const issued = await repository.issueOfSession(ctx.db, { ...request, key: newKey() });
    if (!issued) throw new AppError('not_found', { message: SESSION_NOT_FOUND });
    if (issued.link) return toIssued(ctx, issued.link, issued.isNew ? 'create' : 'keep');
  }
  throw new AppError('conflict');
}

/** Extends the address that was sent, and the form links opened from it; the caller has locked the session. */
async function extendSessionLink(
  ctx: Context<AgentActor>,
  session: SessionRow,
  request: SessionLinkInput,
): Promise<IssuedLink> {
  const now = ctx.deps.clock.now();
  const hours = request.expirationHours ?? (await defaultExpirationHours(ctx));
  const existing = await repository.findNewestOfSession(ctx.db, session.id);
  const decision = decideLink(existing, { hours, defaultHours: hours, now });
  if (!existing || decision.action === 'create') return issueSessionLink(ctx, session.id, request);
  if (decision.action === 'keep') return toIssued(ctx, existing, 'keep');
  await repository.extendFormLinks(ctx.db, session.id, decision.expires_at);
  return toIssued(ctx, await extendLink(ctx, existing, decision.expires_at), 'extend');
}

function toIssued(ctx: Context, link: PageLink, action: keyof typeof MESSAGES): IssuedLink {
  const token = ctx.deps.tokens.signLink(link.key);
  return {
    token,
    expiresAt: link.access_token_expires_at.toISOString(),
    url: sessionAddress(ctx, token),
    expiresSoon: linkExpiresSoon({ ...link, now: ctx.deps.clock.now() }),
    message: MESSAGES[action],
  };
}

/**
 * For a session that is deleted: its links are revoked, with the form links that depend on them; its forms stay with the
 * client or are deleted with it.
 */
export async function emptySession(
  ctx: Context<AgentActor>,
  sessionId: number,
  deleteForms: boolean,
): Promise<void> {
  if (deleteForms) await removeSessionForms(ctx, sessionId);
  else await releaseSessionForms(ctx, sessionId);
  await logRevoked(ctx, await repository.revokeOfSession(ctx.db, sessionId, ctx.deps.clock.now()));
}

/** Revokes the links that a session's page opened for a form that has left the session. */
export async function revokeSessionFormLinks(
  ctx: Context,
  sessionId: number,
  submissionId: number,
): Promise<void> {
  const ids = await repository.revokeOfSession(ctx.db, sessionId, ctx.deps.clock.now(), submissionId);
  await logRevoked(ctx, ids);
}

/**
 * The address at which one form of a session is filled in or signed, through its own link that expires with the page's. The
 * caller has locked the submission, so that two clicks find one link.
 */
export async function openSessionFormLink(
  ctx: Context<ClientActor>,
  page: LinkRow,
  row: SubmissionRow,
): Promise<string> {
  const submission = await ensureProgressSession(ctx, row, newSecureSessionId);
  const sessionId = page.session_id ?? 0;
  const existing = await repository.findNewestOfSessionForm(ctx.db, sessionId, submission.id);
  const { access_token_expires_at } = page;
  if (existing && existing.access_token_expires_at < access_token_expires_at) {
    await repository.changeLink(ctx.db, existing.id, { access_token_expires_at });
  }
  const link =
    existing ??
    (await issueLink(ctx, {
      access_type: 'client_access',
      session_id: sessionId,
      session_form_id: submission.id,
      form_id: submission.form_id,
      client_id: submission.client_id,
      title: submission.title,
      access_token_expires_at,
    }));
  const { type, form_link_id } = submission;
  const token = ctx.deps.tokens.signLink(link.key);
  return publicAddress(ctx, { type, form_link_id: form_link_id ?? '', token });
}
