import { type Language, preferredLanguage, writtenDay, writtenMoment } from '@ledgerline/contract/languages';
import { invoiceReference } from '@ledgerline/contract/rules';
import { clientTitlesOf } from '@ledgerline/contract/submissions/form-names';
import {
  findInvoice,
  payAddress,
  recurringSentenceOf,
} from '#features/billing/invoice-store/find-invoices.ts';
import type { EmailStyle } from '#features/email-templates/email-layout.ts';
import { invoiceEmail } from '#features/email-templates/invoice-email.ts';
import { linkEmail } from '#features/email-templates/link-email.ts';
import { addressOfLink } from '#features/forms/secure-links/link-url.ts';
import { findSession } from '#features/forms/sessions/lock-session.ts';
import { emailContents } from '#features/forms/submissions/client-actions/email-contents.ts';
import { formsOfSession } from '#features/forms/submissions/fill-form.ts';
import { submissionToSign } from '#features/forms/submissions/signatures/record-signatures.ts';
import { clientEmailStyle } from '#features/records/clients/contact/find-contact.ts';
import { queueClientEmail } from '#features/records/clients/queue-client-email.ts';
import { findClient } from '#features/records/clients/service.ts';
import type { Context } from '#platform/context.ts';
import { publishLiveEvent } from '#platform/live.ts';
import type { Series } from './queries.ts';
import * as repository from './repository.ts';

type EmailContent = ReturnType<typeof linkEmail>;

interface Reader {
  language: Language;
  client_first_name: string;
  agent_name: string;
  style: EmailStyle;
}

/**
 * Claims a number of a locked series and queues its email, in one transaction. It goes to the address that the link or the invoice was last
 * emailed to; `not_after` ends its attempts before the client's quiet hours.
 */
export async function remind(
  ctx: Context,
  series: Series,
  { number, not_after }: { number: number; not_after?: Date },
): Promise<void> {
  const { id, client_id, link_id, invoice_id, session_id, session_form_id, about, last_mail } = series;
  const client = await findClient(ctx, client_id);
  const { style, attachments } = await clientEmailStyle(ctx, { client_id, sender: null });
  const reader: Reader = {
    style,
    language: preferredLanguage(client.pref_lang) ?? 'en',
    client_first_name: String(client.client_first_name ?? ''),
    agent_name: series.sender ?? '',
  };
  const content =
    invoice_id === null
      ? await linkContent(ctx, series, reader)
      : await invoiceContent(ctx, invoice_id, reader);
  const mail_id = await queueClientEmail(ctx, {
    ...content,
    attachments,
    ...{ kind: 'reminder', about, client_id, link_id, invoice_id, session_id, session_form_id },
    ...(not_after ? { not_after } : {}),
    to: last_mail.to_address,
    language: reader.language,
  });
  const before = series.sent.map((one) => one.number);
  const sent_at = ctx.deps.clock.now();
  await repository.claimNumber(ctx.db, { series_id: id, number, mail_id, sent_at, before });
  await publishReminderEvent(ctx, client_id);
}

/** Notifies screens whose reminders have changed. */
export function publishReminderEvent(ctx: Context, clientId: number): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'reminders', action: 'updated', ids: [clientId] });
}

async function linkContent(ctx: Context, series: Series, reader: Reader): Promise<EmailContent> {
  const { link_id, session_id, session_form_id } = series;
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const link = await addressOfLink(ctx, link_id ?? 0);
  const form = session_form_id === null ? null : await submissionToSign(ctx.db, String(session_form_id));
  const title = form
    ? clientTitlesOf(form)[reader.language]
    : (await findSession(ctx.db, session_id ?? 0)).client_title || null;
  const forms = form ? [form] : await formsOfSession(ctx.db, session_id ?? 0);
  return linkEmail({
    ...reader,
    purpose: 'remind',
    brokerage: BRAND,
    title,
    contents: link.has_passcode ? null : await emailContents(ctx.db, forms, reader.language),
    url: link.url,
    expires: writtenMoment(reader.language, link.expires_at.toISOString(), TIME_ZONE),
    has_passcode: link.has_passcode,
    message: '',
  });
}

async function invoiceContent(ctx: Context, id: number, reader: Reader): Promise<EmailContent> {
  const row = await findInvoice(ctx.db, id);
  return invoiceEmail({
    ...reader,
    purpose: 'remind',
    brokerage: ctx.deps.config.BRAND,
    customer_name: row.full_name ?? '',
    reference: invoiceReference(row),
    title: row.title,
    due_cents: row.total_cents - (row.paid_amount_cents ?? 0),
    due_date: row.due_date === null ? '' : writtenDay(reader.language, row.due_date),
    recurring: await recurringSentenceOf(ctx.db, row.id, reader.language),
    url: payAddress(ctx, row.square_public_url ?? ''),
  });
}
