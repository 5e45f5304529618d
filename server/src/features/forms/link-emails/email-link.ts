import type { BodyOf } from '@ledgerline/contract/endpoint';
import { type Localized, preferredLanguage, writtenMoment } from '@ledgerline/contract/languages';
import type {
  EmailLogEntry,
  emailLink as emailLinkEndpoint,
} from '@ledgerline/contract/link-emails/endpoints';
import { COPY_LINK_INSTEAD, EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { clientTitlesOf, formNameText } from '@ledgerline/contract/submissions/form-names';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { linkEmail } from '#features/email-templates/link-email.ts';
import { createClientLink, findLinkOfToken } from '#features/forms/secure-links/service.ts';
import { getOrIssueSessionLink } from '#features/forms/secure-links/session-links/issue-session-link.ts';
import { findSession } from '#features/forms/sessions/lock-session.ts';
import { emailContents } from '#features/forms/submissions/client-actions/email-contents.ts';
import { formsOfSession } from '#features/forms/submissions/fill-form.ts';
import { submissionToSign } from '#features/forms/submissions/signatures/record-signatures.ts';
import { clientEmailStyle } from '#features/records/clients/contact/find-contact.ts';
import { queueClientEmail } from '#features/records/clients/queue-client-email.ts';
import { findClient } from '#features/records/clients/service.ts';
import type { AgentActor, Context, Deps } from '#platform/context.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import type { ListedEmail } from './queries.ts';
import * as queries from './queries.ts';

type Ctx = Context<AgentActor>;

/** What is emailed: the link of a form or of a session, to its client. */
interface Sent {
  kind: 'form_link' | 'session_link';
  client_id: number;
  session_id: number | null;
  session_form_id: number | null;
  link_id: number;
  titles: Localized | null;
  /** The forms that the link leads to. */
  forms: Parameters<typeof emailContents>[1];
  /** The name that agents see. */
  about: string;
  url: string;
  expiresAt: string;
  has_passcode: boolean;
}

/**
 * Emails a secure link to the client in the client's language; the email log records what was sent and to which address.
 */
export async function emailLink(
  ctx: Ctx,
  input: BodyOf<typeof emailLinkEndpoint>,
): Promise<{ success: true; message: string; data: EmailLogEntry }> {
  const sent = await linkToSend(ctx, input);
  const client = await findClient(ctx, sent.client_id);
  const to = input.to_address || String(client.primary_email ?? '').trim();
  const problem = addressProblem(to);
  if (problem) {
    throw new AppError('validation_failed', {
      message: problem,
      fields: [{ path: 'to_address', message: problem }],
    });
  }
  const language = preferredLanguage(client.pref_lang) ?? 'en';
  const { style, attachments } = await clientEmailStyle(ctx, {
    client_id: sent.client_id,
    sender: ctx.actor.id,
  });
  const email = linkEmail({
    style,
    language,
    brokerage: ctx.deps.config.BRAND,
    agent_name: ctx.actor.name,
    client_first_name: String(client.client_first_name ?? ''),
    title: sent.titles?.[language] ?? null,
    contents: sent.has_passcode ? null : await emailContents(ctx.db, sent.forms, language),
    url: sent.url,
    has_passcode: sent.has_passcode,
    expires: writtenMoment(language, sent.expiresAt, ctx.deps.config.TIME_ZONE),
    message: input.message ?? '',
  });
  const { kind, client_id, session_id, session_form_id, link_id, about } = sent;
  const context = { kind, client_id, session_id, session_form_id, link_id, about };
  const id = await queueClientEmail(ctx, { ...email, ...context, attachments, to, language });
  const row = await queries.findEmail(ctx.db, id);
  if (!row) throw new Error('the email is not in the log');
  const message = isEmailConnected(ctx.deps) ? `The link is being sent to ${to}.` : COPY_LINK_INSTEAD;
  return { success: true, message, data: toEmailLogEntry(ctx.deps, row) };
}

export async function listClientEmails(
  ctx: Ctx,
  clientId: number,
): Promise<{ success: true; data: EmailLogEntry[]; truncated: boolean }> {
  await findClient(ctx, clientId);
  const { rows, truncated } = await queries.listOfClient(ctx.db, clientId);
  return { success: true, data: rows.map((row) => toEmailLogEntry(ctx.deps, row)), truncated };
}

async function linkToSend(ctx: Ctx, input: BodyOf<typeof emailLinkEndpoint>): Promise<Sent> {
  const { session_form_id, session_id } = input;
  if (session_form_id !== undefined && session_id === undefined) return formLink(ctx, session_form_id);
  if (session_id !== undefined && session_form_id === undefined) return sessionLink(ctx, session_id);
  throw wrongField('session_form_id', 'or session_id is required, not both');
}

async function formLink(ctx: Ctx, id: number): Promise<Sent> {
  const row = await submissionToSign(ctx.db, String(id));
  if (row.client_id === null) {
    throw new AppError('wrong_state', { message: 'This form is not linked to a client.' });
  }
  const { data } = await createClientLink(ctx, {
    formId: row.form_id ?? row.form_link_id ?? '',
    clientId: row.client_id,
    sessionFormId: id,
  });
  return {
    kind: 'form_link',
    client_id: row.client_id,
    session_id: row.session_id,
    session_form_id: id,
    link_id: (await findLinkOfToken(ctx, data.token)).id,
    titles: clientTitlesOf(row),
    forms: [row],
    about: formNameText(row),
    url: data.formUrl,
    expiresAt: data.expiresAt,
    has_passcode: false,
  };
}

async function sessionLink(ctx: Ctx, id: number): Promise<Sent> {
  const session = await findSession(ctx.db, id);
  const link = await getOrIssueSessionLink(ctx, id, {
    accessType: 'client_access',
    forceRegenerate: false,
    extend: false,
  });
  return {
    kind: 'session_link',
    client_id: session.client_id,
    session_id: id,
    session_form_id: null,
    link_id: (await findLinkOfToken(ctx, link.token)).id,
    titles: session.client_title ? clientTitlesOf({ title: session.client_title }) : null,
    forms: await formsOfSession(ctx.db, id),
    about: session.session_type,
    url: link.url,
    expiresAt: link.expiresAt,
    has_passcode: session.passcode_hash !== null,
  };
}

/** Without a mail server, a queued email will not be sent: its job just has not run yet. */
function toEmailLogEntry(deps: Pick<Deps, 'email'>, row: ListedEmail): EmailLogEntry {
  const willFail = row.status === 'queued' && !isEmailConnected(deps);
  return {
    ...row,
    ...(willFail ? { status: 'failed', error: EMAIL_NOT_CONNECTED } : {}),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    link_ends_at: row.link_ends_at?.toISOString() ?? null,
  };
}
