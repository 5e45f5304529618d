import { preferredLanguage, writtenMoment } from '@ledgerline/contract/languages';
import { clientTitlesOf, formNameText } from '@ledgerline/contract/submissions/form-names';
import { linkEmail } from '#features/email-templates/link-email.ts';
import { addressProblem } from '#features/email-templates/urls.ts';
import { lastingLink } from '#features/forms/secure-links/link-to-copy.ts';
import type { SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { findTemplate } from '#features/forms/templates/service.ts';
import { findClient } from '#features/records/clients/service.ts';
import { reminderSettings } from '#features/settings/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context, Deps } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { hasAddressForLinks } from '#platform/public-address.ts';
import * as queries from './queries.ts';

/**
 * Tells the client that the advisor has signed and it is their turn (decision 108). Runs in the transaction that records the
 * advisor's signature, so that it happens once; the same settings and pauses apply as to reminders.
 */
export async function emailTurn(ctx: Context, row: SubmissionRow): Promise<void> {
  // A failed email must not prevent recording the signature.
  const error = await ctx.db.savepoint(() => queueTurn(ctx, row));
  if (error !== null)
    ctx.deps.log.error({ err: error, session_form: row.id }, "emailing the client's turn failed");
}

/**
 * Whether a queued email is still true and wanted: in the meantime the client may have signed or become inactive, the link may have been
 * revoked, or an agent may have paused reminders.
 */
export function isStillClientsTurn({ database }: Deps, emailId: number): Promise<boolean> {
  return queries.isStillClientsTurn(database, emailId);
}

async function queueTurn(ctx: Context, row: SubmissionRow): Promise<void> {
  const { client_id, session_id, id: session_form_id } = row;
  if (client_id === null || !(await isWanted(ctx, row))) return;
  const client = await findClient(ctx, client_id);
  const to = String(client.primary_email ?? '').trim();
  if (client.status === 'inactive' || addressProblem(to) !== null) return;
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const language = preferredLanguage(client.pref_lang) ?? 'en';
  const { id: link_id, url, expires_at } = await lastingLink(ctx, row);
  const about = formNameText(row);
  const email = linkEmail({
    purpose: 'turn',
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
  const entry = { kind: 'client_turn', about, to, language, client_id, session_id, session_form_id, link_id };
  await queueEmail(ctx, { ...email, ...entry, not_after: expires_at });
  await auditAction(ctx, 'mailed', 'client', client_id, {
    field: 'client_turn',
    old_value: about,
    new_value: to,
    of_client: client_id,
  });
}

async function isWanted(ctx: Context, row: SubmissionRow): Promise<boolean> {
  const { email, config } = ctx.deps;
  if (email.name !== 'smtp' || !hasAddressForLinks(config, ctx.origin)) return false;
  const mode = row.form_id === null ? 'default' : (await findTemplate(ctx.db, row.form_id)).reminders_mode;
  const isOn = mode === 'own' || (mode !== 'off' && (await reminderSettings(ctx)).reminders_on);
  return isOn && !(await queries.hasPausedReminders(ctx.db, row.id));
}
