import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { preferredLanguage } from '@ledgerline/contract/languages';
import type * as endpoints from '@ledgerline/contract/public-forms/endpoints';
import { PUBLIC_FORM_MESSAGES } from '@ledgerline/contract/public-forms/endpoints';
import { isWebFormType, linkExpired, paymentRecorded } from '@ledgerline/contract/rules';
import { sessionTitlesOf } from '@ledgerline/contract/sessions/client-title';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import type { FastifyRequest } from 'fastify';
import {
  checkPasscode,
  countAttempt,
  isUnlocked,
  passcodeMissing,
} from '#features/forms/secure-links/passcodes/check-passcode.ts';
import {
  findLinkOfActor,
  findLinkOfToken,
  type LinkRow,
  recordOpened,
} from '#features/forms/secure-links/service.ts';
import { openSessionFormLink } from '#features/forms/secure-links/session-links/issue-session-link.ts';
import { lockSession, recordSessionViewed, type SessionRow } from '#features/forms/sessions/lock-session.ts';
import { needsPasscode } from '#features/forms/sessions/policy.ts';
import { sessionTotals } from '#features/forms/sessions/rules.ts';
import { isClientDone, isToDo } from '#features/forms/submissions/client-actions/rules.ts';
import {
  assertOpen,
  formsOfSession,
  lockSubmission,
  type SubmissionRow,
} from '#features/forms/submissions/fill-form.ts';
import { findClientContact } from '#features/records/clients/contact/find-contact.ts';
import { findClient } from '#features/records/clients/service.ts';
import type { ClientActor, Context, VisitorActor } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Http } from '#platform/http/cookies.ts';
import { fileAddress } from '#platform/storage/file-url.ts';
import { recipientLanguage, validity } from '../fill-by-link.ts';
import { toPageForm } from './presenter.ts';
import { listFiles } from './queries.ts';

type Ctx = Context<ClientActor>;
type Passcode = { passcode?: string | undefined };

/**
 * The invoice of a session that its client has to pay: its address, the balance due in cents, and whether a payment is in
 * progress (composed in app.ts).
 */
export type PayableOfSession = (
  ctx: Context,
  sessionId: number,
) => Promise<{ pay_url: string; due_cents: number; is_processing: boolean } | undefined>;

/**
 * Reports whether a session's link can be used; records that its client opened it, unless an agent previews it (decisions G17).
 */
export async function validateSessionLink(
  ctx: Context<VisitorActor>,
  input: BodyOf<typeof endpoints.validateSessionLink>,
  request?: FastifyRequest,
): Promise<ReplyOf<typeof endpoints.validateSessionLink>> {
  const link = await findLinkOfToken(ctx, input.token);
  const sessionId = sessionOf(link);
  const state = stateOf(ctx, link, isUnlocked(ctx.deps, request, link));
  const isUsable = state === 'ready' || state === 'passcode';
  if (isUsable && !input.is_preview) {
    await recordOpened(ctx, link);
    await recordSessionViewed(ctx, sessionId);
  }
  return {
    success: true,
    state,
    brokerage: ctx.deps.config.BRAND,
    agent_name: link.agent_name,
    language: await recipientLanguage(ctx, link),
    expires_at: link.access_token_expires_at.toISOString(),
  };
}

/** Runs before the transaction, so that wrong passcodes stay counted after a rollback. */
export async function countPasscode(ctx: Ctx, { body }: { body: Passcode }): Promise<void> {
  if (body.passcode === undefined || !needsPasscode(ctx.actor)) return;
  await countAttempt(ctx, await findLinkOfActor(ctx));
}

/** Every form of the session with what can be done with it, and what is due. */
export async function getSessionPage(
  ctx: Ctx,
  input: Passcode,
  payableOf: PayableOfSession,
  http?: Http,
): Promise<ReplyOf<typeof endpoints.getSessionPage>> {
  const { link, session } = await openPage(ctx, input, http);
  const client = await findClient(ctx, session.client_id);
  const forms = await formsOfSession(ctx.db, session.id);
  const files = await listFiles(ctx.db, session.id);
  const { subtotal_cents, tax_cents, total_cents } = sessionTotals(forms);
  const payable = await payableOf(ctx, session.id);
  const leftOfForms = paymentRecorded(session.payment_received_at) ? 0 : total_cents;
  return {
    success: true,
    data: {
      titles: sessionTitlesOf(session, ctx.deps.config.BRAND),
      brokerage: ctx.deps.config.BRAND,
      agent_name: link.agent_name,
      contact: await findClientContact(ctx, { client_id: session.client_id, sender: link.created_by }),
      client_first_name: client.client_first_name === null ? null : String(client.client_first_name),
      language: preferredLanguage(client.pref_lang),
      ...validity(ctx, link),
      forms: forms.map((form) => toPageForm(ctx, form, files)),
      todo_count: forms.filter(isToDo).length,
      client_count: forms.filter((form) => isToDo(form) || isClientDone(form)).length,
      subtotal_cents,
      tax_cents,
      total_cents,
      amount_due_cents: payable?.due_cents ?? leftOfForms,
      pay_url: payable && !payable.is_processing ? payable.pay_url : null,
      is_payment_processing: payable?.is_processing ?? false,
    },
  };
}

/** Where one form of the session is filled in, signed, viewed or followed. */
export async function openSessionForm(
  ctx: Ctx,
  id: number,
  input: Passcode,
  http?: Http,
): Promise<{ success: true; url: string }> {
  const { link, session } = await openPage(ctx, input, http);
  const row = await lockSubmission(ctx.db, id);
  if (!row || row.session_id !== session.id) throw new AppError('not_found', { message: 'Form not found.' });
  assertOpen(row);
  return { success: true, url: await formUrl(ctx, link, row) };
}

async function formUrl(ctx: Ctx, link: LinkRow, row: SubmissionRow): Promise<string> {
  const type = row.type.toLowerCase();
  if (type === 'link') return row.embedded_url ?? rejectWithoutSource();
  if (type !== 'pdf') {
    const hasSource = isWebFormType(row.type) ? findWebForm(row.form_link_id) : row.form_link_id;
    return hasSource ? openSessionFormLink(ctx, link, row) : rejectWithoutSource();
  }
  const files = await listFiles(ctx.db, row.session_id ?? 0);
  const own = files.filter((file) => file.session_form_id === row.id);
  const file = own.find(({ kind }) => kind === 'signed') ?? own[0];
  if (!file) throw new AppError('no_document');
  return fileAddress(ctx, file);
}

function rejectWithoutSource(): never {
  throw new AppError('source_missing', { message: PUBLIC_FORM_MESSAGES.sourceNotConfigured });
}

/**
 * The session behind the link of its page, once the passcode is correct. Locked, so that it cannot be deleted in the
 * meantime.
 */
async function openPage(
  ctx: Ctx,
  { passcode }: Passcode,
  http: Http | undefined,
): Promise<{ link: LinkRow; session: SessionRow }> {
  const link = await findLinkOfActor(ctx);
  const session = await lockSession(ctx.db, sessionOf(link));
  if (needsPasscode(ctx.actor)) {
    if (passcode === undefined) throw passcodeMissing();
    await checkPasscode(ctx, http, link, passcode);
  }
  return { link, session };
}

/** The session of a link to a session's page. The link of one form does not count, even if it belongs to a session. */
function sessionOf(link: LinkRow): number {
  if (link.session_id === null || link.session_form_id !== null) throw new AppError('invalid_link');
  return link.session_id;
}

function stateOf(
  ctx: Context,
  link: LinkRow,
  isOpen: boolean,
): ReplyOf<typeof endpoints.validateSessionLink>['state'] {
  if (link.revoked_at !== null) return 'revoked';
  if (linkExpired({ ...link, now: ctx.deps.clock.now() })) return 'expired';
  return isOpen ? 'ready' : 'passcode';
}

/** Runs before the transaction, like `countPasscode`. */
export async function countSubmittedPasscode(
  ctx: Context<VisitorActor>,
  { body }: { body: BodyOf<typeof endpoints.submitSessionPasscode> },
): Promise<void> {
  await countAttempt(ctx, await activeLink(ctx, body.token));
}

/** Accepts the passcode of a session when one of its forms is opened at its own address. */
export async function submitSessionPasscode(
  ctx: Context<VisitorActor>,
  input: BodyOf<typeof endpoints.submitSessionPasscode>,
  http: Http,
): Promise<ReplyOf<typeof endpoints.submitSessionPasscode>> {
  await checkPasscode(ctx, http, await activeLink(ctx, input.token), input.passcode);
  return { success: true, message: 'The passcode is correct.' };
}

async function activeLink(ctx: Context, token: string): Promise<LinkRow> {
  const link = await findLinkOfToken(ctx, token);
  if (link.revoked_at !== null) throw new AppError('invalid_link');
  return link;
}
