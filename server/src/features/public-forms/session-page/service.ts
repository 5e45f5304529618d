import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import {
  PUBLIC_FORM_MESSAGES,
  type getSessionPage as pageEndpoint,
  type validateSessionLink as validateEndpoint,
} from '@ledgerline/contract/public-forms/endpoints';
import { isWebFormType, linkExpired, linkExpiresSoon, paymentRecorded } from '@ledgerline/contract/rules';
import { NO_DOCUMENT } from '@ledgerline/contract/submissions/endpoints';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { findClient } from '#features/clients/service.ts';
import { payableOfSession } from '#features/invoices/service.ts';
import {
  findLinkOfActor,
  findLinkOfToken,
  type LinkRow,
  noteOpened,
} from '#features/secure-links/service.ts';
import { openSessionFormLink } from '#features/secure-links/session-links/service.ts';
import { holdSession, noteSessionViewed, type SessionRow } from '#features/sessions/lookup/service.ts';
import { sessionTotals } from '#features/sessions/rules.ts';
import {
  formsOfSession,
  holdSubmission,
  refuseClosed,
  type SubmissionRow,
} from '#features/submissions/filling/service.ts';
import { isPassword } from '#platform/auth/passwords.ts';
import type { ClientActor, Context, VisitorActor } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { clearLimit, networkOf, takeFromLimit } from '#platform/rate-limit/rate-limit.ts';
import { fileAddress } from '#platform/storage/file-address.ts';
import { preferredLanguage } from '../rules.ts';
import { recipientLanguage } from '../service.ts';
import { listFiles } from './listing.ts';
import { toPageForm } from './presenter.ts';
import { isToDo } from './rules.ts';

type Ctx = Context<ClientActor>;
type Passcode = { passcode?: string | undefined };

/** Tries of a passcode in a quarter of an hour, from one address and in all. */
const TRIES_PER_ADDRESS = { max: 10, seconds: 900 };
const TRIES_PER_SESSION = { max: 300, seconds: 900 };

/** Says whether a session's link can be used; notes that its client opened it, unless an agent looks (decisions G17). */
export async function validateSessionLink(
  ctx: Context<VisitorActor>,
  input: BodyOf<typeof validateEndpoint>,
): Promise<ReplyOf<typeof validateEndpoint>> {
  const link = await findLinkOfToken(ctx, input.token);
  const sessionId = sessionOf(link);
  const state = stateOf(ctx, link);
  const isUsable = state === 'ready' || state === 'passcode';
  if (isUsable && !input.is_preview) {
    await noteOpened(ctx, link);
    await noteSessionViewed(ctx, sessionId);
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

/** Runs ahead of the transaction, so that wrong passcodes stay counted. */
export async function countPasscode(ctx: Ctx, { body }: { body: Passcode }): Promise<void> {
  if (body.passcode === undefined) return;
  const now = ctx.deps.clock.now();
  await takeFromLimit(ctx.db, passcodeKey(ctx), TRIES_PER_ADDRESS, now);
  await takeFromLimit(ctx.db, `passcode:${ctx.actor.session_id}`, TRIES_PER_SESSION, now);
}

/** Every form of the session with what can be done with it, and what is due. */
export async function getSessionPage(ctx: Ctx, input: Passcode): Promise<ReplyOf<typeof pageEndpoint>> {
  const { link, session } = await openPage(ctx, input);
  const client = await findClient(ctx, session.client_id);
  const forms = await formsOfSession(ctx.db, session.id);
  const files = await listFiles(ctx.db, session.id);
  const { subtotal_cents, tax_cents, total_cents } = sessionTotals(forms);
  const payable = await payableOfSession(ctx.db, session.id);
  const leftOfForms = paymentRecorded(session.payment_received_at) ? 0 : total_cents;
  return {
    success: true,
    data: {
      session_type: session.session_type,
      brokerage: ctx.deps.config.BRAND,
      agent_name: link.agent_name,
      client_first_name: client.client_first_name === null ? null : String(client.client_first_name),
      language: preferredLanguage(client.pref_lang),
      expires_at: link.access_token_expires_at.toISOString(),
      expires_soon: linkExpiresSoon({ ...link, now: ctx.deps.clock.now() }),
      forms: forms.map((form) => toPageForm(ctx.deps, form, files)),
      todo_count: forms.filter(isToDo).length,
      subtotal_cents,
      tax_cents,
      total_cents,
      amount_due_cents: payable?.due_cents ?? leftOfForms,
      pay_url: payable?.pay_url ?? null,
    },
  };
}

/** Where one form of the session is filled in, signed, looked at or followed. */
export async function openSessionForm(
  ctx: Ctx,
  id: number,
  input: Passcode,
): Promise<{ success: true; url: string }> {
  const { link, session } = await openPage(ctx, input);
  const row = await holdSubmission(ctx.db, id);
  if (!row || row.session_id !== session.id) throw new AppError('not_found', { message: 'Form not found.' });
  refuseClosed(row);
  return { success: true, url: await addressOf(ctx, link, row) };
}

async function addressOf(ctx: Ctx, link: LinkRow, row: SubmissionRow): Promise<string> {
  const type = row.type.toLowerCase();
  if (type === 'link') return row.embedded_url ?? refuseWithoutSource();
  if (type !== 'pdf') {
    const hasSource = isWebFormType(row.type) ? findWebForm(row.form_link_id) : row.form_link_id;
    return hasSource ? openSessionFormLink(ctx, link, row) : refuseWithoutSource();
  }
  const files = await listFiles(ctx.db, row.session_id ?? 0);
  const own = files.filter((file) => file.session_form_id === row.id);
  const file = own.find(({ kind }) => kind === 'signed') ?? own[0];
  if (!file) throw new AppError('not_found', { message: NO_DOCUMENT });
  return fileAddress(ctx.deps, file);
}

function refuseWithoutSource(): never {
  throw new AppError('wrong_state', { message: PUBLIC_FORM_MESSAGES.sourceNotConfigured });
}

/** The session behind the link of its page, once the passcode is right. Held, so that it cannot be deleted meanwhile. */
async function openPage(ctx: Ctx, input: Passcode): Promise<{ link: LinkRow; session: SessionRow }> {
  const link = await findLinkOfActor(ctx);
  const session = await holdSession(ctx.db, sessionOf(link));
  await refuseWrongPasscode(ctx, session, input);
  return { link, session };
}

async function refuseWrongPasscode(ctx: Ctx, session: SessionRow, { passcode }: Passcode): Promise<void> {
  if (session.passcode_hash === null) return;
  const details = { state: 'passcode' };
  if (passcode === undefined) {
    throw new AppError('not_allowed', { message: 'Please enter the passcode.', details });
  }
  if (!(await isPassword(session.passcode_hash, passcode.trim()))) {
    throw new AppError('not_allowed', { message: 'The passcode is not right.', details });
  }
  await clearLimit(ctx.db, passcodeKey(ctx));
}

function passcodeKey({ actor, address }: Ctx): string {
  return `passcode:${actor.session_id}:${networkOf(address)}`;
}

/** The session of a link to a session's page; a link of one form is none, even where it hangs on a session. */
function sessionOf(link: LinkRow): number {
  if (link.session_id === null || link.session_form_id !== null) throw new AppError('invalid_link');
  return link.session_id;
}

function stateOf(ctx: Context, link: LinkRow): ReplyOf<typeof validateEndpoint>['state'] {
  if (link.revoked_at !== null) return 'revoked';
  if (linkExpired({ ...link, now: ctx.deps.clock.now() })) return 'expired';
  return link.has_passcode ? 'passcode' : 'ready';
}
