import { randomBytes, randomInt } from 'node:crypto';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import {
  isWebFormType,
  linkExpired,
  linkExpiresSoon,
  SECURE_LINK_HOURS,
  SECURE_SESSION_PREFIX,
  SESSION_ID_RANDOM_LENGTH,
  tokenKept,
} from '@ledgerline/contract/rules';
import {
  type createClientLink as createEndpoint,
  LINK_MESSAGES,
  type SecureLink,
} from '@ledgerline/contract/secure-links/endpoints';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { findClient } from '#features/clients/service.ts';
import {
  findOpenSubmission,
  placeTemplate,
  type SubmissionRow,
} from '#features/submissions/filling/service.ts';
import { findTemplate, type TemplateRow } from '#features/templates/service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, ClientActor, Context, Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { announce } from '#platform/live.ts';
import * as listing from './listing.ts';
import { publicAddress, statusOf, toSecureLink } from './presenter.ts';
import * as repository from './repository.ts';
import { decideLink } from './rules.ts';

export type { LinkRow } from './repository.ts';

type Ctx = Context<AgentActor>;
const KEY_BYTES = 24;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export async function listClientLinks(
  ctx: Ctx,
  clientId: number,
): Promise<{ success: true; data: SecureLink[] }> {
  await findClient(ctx, clientId);
  const rows = await listing.listOfClient(ctx.db, clientId);
  return { success: true, data: rows.map((row) => toSecureLink(ctx, row)) };
}

/** The link through which one client fills one form: found, extended or made. */
export async function createClientLink(
  ctx: Ctx,
  input: BodyOf<typeof createEndpoint>,
): Promise<ReplyOf<typeof createEndpoint>> {
  const template = await findTemplate(ctx.db, input.formId);
  refuseUnshareable(template);
  await findClient(ctx, input.clientId);
  await repository.waitForTurn(ctx.db, template.id, input.clientId);
  const submission =
    (await findOpenSubmission(ctx.db, template.id, input.clientId)) ??
    (await placeTemplate(ctx, template, {
      client_id: input.clientId,
      progress_session_id: newSecureSessionId(),
      source: 'link',
    }));
  const link = await linkOf(ctx, submission, input.expirationHours);
  const token = ctx.deps.tokens.signLink(link.key);
  const form = { type: submission.type, form_link_id: template.form_link_id, token };
  return {
    success: true,
    data: {
      formUrl: publicAddress(ctx, form),
      expiresAt: link.access_token_expires_at.toISOString(),
      sessionFormId: submission.id,
      token,
      title: submission.title,
      status: statusOf(link.status),
      expiresSoon: linkExpiresSoon({ ...link, now: ctx.deps.clock.now() }),
    },
  };
}

/** Who holds a token: null for forged, damaged and withdrawn ones; an expired one is told so. */
export async function clientOfToken(deps: Deps, token: string): Promise<ClientActor | null> {
  const key = tokenKept(token) ? deps.tokens.readLink(token) : null;
  const link = key === null ? undefined : await repository.findLiving(deps.database, { key });
  if (!link) return null;
  if (linkExpired({ ...link, now: deps.clock.now() })) throw new AppError('link_expired');
  const { id, client_id, session_id, session_form_id } = link;
  return { kind: 'client', tokenId: id, client_id, session_id, session_form_id };
}

/** The link behind a token, expired ones included, with the name of the agent who made it. */
export async function findLinkOfToken(
  ctx: Context,
  token: string,
): Promise<repository.LinkRow & { agent_name: string | null }> {
  const key = tokenKept(token) ? ctx.deps.tokens.readLink(token) : null;
  const link = key === null ? undefined : await repository.findLiving(ctx.db, { key });
  if (!link) throw new AppError('invalid_link');
  return { ...link, agent_name: await listing.findAgentName(ctx.db, link.id) };
}

/** The link a visitor is using. */
export async function findLinkOfActor(
  ctx: Context<ClientActor>,
): Promise<repository.LinkRow & { agent_name: string | null }> {
  const link = await repository.findLiving(ctx.db, { id: ctx.actor.tokenId });
  if (!link) throw new AppError('invalid_link');
  return { ...link, agent_name: await listing.findAgentName(ctx.db, link.id) };
}

/** Notes that the address was opened (decisions I7). */
export async function noteOpened(ctx: Context, link: repository.LinkRow): Promise<void> {
  const status = link.status === 'pending' ? 'opened' : link.status;
  await repository.changeLink(ctx.db, link.id, { status, viewed_at: ctx.deps.clock.now() });
}

export async function noteCompleted(ctx: Context<ClientActor>): Promise<void> {
  await repository.changeLink(ctx.db, ctx.actor.tokenId, { status: 'completed' });
}

/** Ends the links of a submission that is taken away from its client: the next client is none of their business. */
export async function revokeSubmissionLinks(ctx: Context, submissionId: number): Promise<void> {
  const ids = await repository.revokeOf(ctx.db, submissionId, ctx.deps.clock.now());
  await writeAudit(
    ctx,
    ids.map((id) => ({ action: 'revoked', entity: 'secure_link', entity_id: id })),
  );
}

async function linkOf(
  ctx: Ctx,
  submission: SubmissionRow,
  hours: number | undefined,
): Promise<repository.LinkRow> {
  const now = ctx.deps.clock.now();
  const existing = await repository.findNewestOf(ctx.db, submission.id);
  const decision = decideLink(existing, { hours, defaultHours: SECURE_LINK_HOURS, now });
  if (existing && decision.act === 'keep') return existing;
  if (existing && decision.act === 'extend') return extend(ctx, existing, decision.expires_at);
  if (decision.act !== 'create') throw new Error('a link that does not exist cannot be kept');
  if (existing) await repository.changeLink(ctx.db, existing.id, { revoked_at: now });
  const link = await repository.insertLink(ctx.db, {
    key: randomBytes(KEY_BYTES).toString('base64url'),
    access_type: 'client_new',
    form_id: submission.form_id,
    client_id: submission.client_id,
    session_form_id: submission.id,
    title: submission.title,
    access_token_expires_at: decision.expires_at,
    created_by: ctx.actor.id,
    created_at: now,
  });
  await log(ctx, 'created', link, null);
  return link;
}

async function extend(ctx: Ctx, link: repository.LinkRow, expires_at: Date): Promise<repository.LinkRow> {
  await repository.changeLink(ctx.db, link.id, { access_token_expires_at: expires_at });
  const extended = { ...link, access_token_expires_at: expires_at };
  await log(ctx, 'extended', extended, link.access_token_expires_at);
  return extended;
}

async function log(
  ctx: Ctx,
  action: 'created' | 'extended',
  link: repository.LinkRow,
  before: Date | null,
): Promise<void> {
  await writeAudit(ctx, [
    {
      action,
      entity: 'secure_link',
      entity_id: link.id,
      field: 'access_token_expires_at',
      old_value: before,
      new_value: link.access_token_expires_at,
    },
  ]);
  const ids = link.session_form_id === null ? [] : [link.session_form_id];
  await announce(ctx.db, {
    kind: 'submissions',
    action: 'updated',
    ids,
    agent_id: ctx.actor.id,
    tab: ctx.tab,
  });
}

/** PDF and Link forms work inside a session only (decisions H10); a web form needs its registered source. */
function refuseUnshareable(template: TemplateRow): void {
  const type = template.type.toLowerCase();
  if (type === 'pdf' || type === 'link') {
    throw new AppError('wrong_state', { message: LINK_MESSAGES.notSupported });
  }
  const hasSource = isWebFormType(template.type)
    ? findWebForm(template.form_link_id) !== undefined
    : template.form_link_id !== '';
  if (!hasSource) throw new AppError('wrong_state', { message: LINK_MESSAGES.sourceNotConfigured });
}

/** SEC_ and 16 random letters and digits (0§9, decisions I8). */
function newSecureSessionId(): string {
  const random = Array.from({ length: SESSION_ID_RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${SECURE_SESSION_PREFIX}${random.join('')}`;
}
