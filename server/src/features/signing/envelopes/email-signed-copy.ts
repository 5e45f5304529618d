import { preferredLanguage, writtenMoment } from '@ledgerline/contract/languages';
import { clientOf } from '@ledgerline/contract/rules';
import { clientTitlesOf, formNameText } from '@ledgerline/contract/submissions/form-names';
import { linkEmail } from '#features/email-templates/link-email.ts';
import { addressProblem } from '#features/email-templates/urls.ts';
import { lastingLink } from '#features/forms/secure-links/link-to-copy.ts';
import type { SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { findClient } from '#features/records/clients/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';

/**
 * Emails the client where to find their signed copy, in their language. Runs in the transaction that stores the document,
 * so that it happens once. It contains an expiring link and no attachment: the documents contain health data, and emails
 * stay readable for years (decision 036).
 */
export async function emailSignedCopy(ctx: Context, row: SubmissionRow): Promise<void> {
  // A failed email must not prevent storing the document.
  const error = await ctx.db.savepoint(() => queueCopy(ctx, row));
  if (error !== null)
    ctx.deps.log.error({ err: error, session_form: row.id }, 'emailing a signed copy failed');
}

async function queueCopy(ctx: Context, row: SubmissionRow): Promise<void> {
  if (row.client_id === null || !clientOf(row).signed) return;
  const client = await findClient(ctx, row.client_id);
  const to = String(client.primary_email ?? '').trim();
  if (addressProblem(to) !== null) return;
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const language = preferredLanguage(client.pref_lang) ?? 'en';
  const { url, expires_at } = await lastingLink(ctx, row);
  const email = linkEmail({
    purpose: 'copy',
    language,
    brokerage: BRAND,
    agent_name: '',
    client_first_name: String(client.client_first_name ?? ''),
    title: clientTitlesOf(row)[language],
    url,
    expires: writtenMoment(language, expires_at.toISOString(), TIME_ZONE),
    has_passcode: false,
    message: '',
  });
  const { client_id, session_id, id: session_form_id } = row;
  await queueEmail(ctx, {
    ...email,
    kind: 'signed_copy',
    about: formNameText(row),
    to,
    language,
    client_id,
    session_id,
    session_form_id,
  });
  await auditAction(ctx, 'mailed', 'client', client_id, {
    field: 'signed_copy',
    old_value: formNameText(row),
    new_value: to,
    of_client: client_id,
  });
}
