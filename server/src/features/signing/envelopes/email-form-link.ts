import { preferredLanguage, writtenMoment } from '@ledgerline/contract/languages';
import { clientTitlesOf, formNameText } from '@ledgerline/contract/submissions/form-names';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { linkEmail } from '#features/email-templates/link-email.ts';
import { longLivedLink } from '#features/forms/secure-links/link-to-copy.ts';
import type { SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { clientEmailStyle } from '#features/records/clients/contact/find-contact.ts';
import { queueClientEmail } from '#features/records/clients/queue-client-email.ts';
import { findClient } from '#features/records/clients/service.ts';
import type { Context } from '#platform/context.ts';

/** A signed copy is also sent to inactive clients, and even if its link has expired before it is sent. */
const KINDS = { turn: 'client_turn', copy: 'signed_copy' } as const;

/** Emails the client a lasting link to their form, in their language; nothing without a client or a usable address. */
export async function emailFormLink(
  ctx: Context,
  row: SubmissionRow,
  purpose: keyof typeof KINDS,
): Promise<void> {
  const { client_id, session_id, id: session_form_id } = row;
  if (client_id === null) return;
  const client = await findClient(ctx, client_id);
  const to = String(client.primary_email ?? '').trim();
  if (addressProblem(to) !== null || (purpose === 'turn' && client.status === 'inactive')) return;
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const language = preferredLanguage(client.pref_lang) ?? 'en';
  const { id: link_id, url, expires_at } = await longLivedLink(ctx, row);
  const { style, attachments } = await clientEmailStyle(ctx, { client_id, sender: null });
  const email = linkEmail({
    style,
    purpose,
    language,
    brokerage: BRAND,
    // Who signed is not known for every provider.
    agent_name: '',
    client_first_name: String(client.client_first_name ?? ''),
    title: clientTitlesOf(row)[language],
    url,
    expires: writtenMoment(language, expires_at.toISOString(), TIME_ZONE),
    has_passcode: false,
    message: '',
  });
  await queueClientEmail(ctx, {
    ...email,
    attachments,
    ...{
      kind: KINDS[purpose],
      about: formNameText(row),
      to,
      language,
      client_id,
      session_id,
      session_form_id,
    },
    ...(purpose === 'turn' ? { link_id, not_after: expires_at } : {}),
  });
}
