import { isFormReminded } from '@ledgerline/contract/rules';
import type { SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { findTemplate } from '#features/forms/templates/service.ts';
import { queueOptionalEmail } from '#features/records/clients/queue-client-email.ts';
import { reminderSettings } from '#features/settings/service.ts';
import type { Context, Deps } from '#platform/context.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { hasAddressForLinks } from '#platform/public-address.ts';
import { emailFormLink } from './email-form-link.ts';
import * as queries from './queries.ts';

/**
 * Emails the client that the advisor has signed and it is their turn (decision 108). Runs in the transaction that records the
 * advisor's signature, so that it happens once; the same settings and pauses apply as to reminders.
 */
export function emailTurn(ctx: Context, row: SubmissionRow): Promise<void> {
  return queueOptionalEmail(ctx, { session_form: row.id }, async () => {
    if (await isWanted(ctx, row)) await emailFormLink(ctx, row, 'turn');
  });
}

/**
 * Whether a queued email is still true and wanted: in the meantime the client may have signed or become inactive, the link may have been
 * revoked, or an agent may have paused reminders.
 */
export function isStillClientsTurn({ database }: Deps, emailId: number): Promise<boolean> {
  return queries.isStillClientsTurn(database, emailId);
}

async function isWanted(ctx: Context, row: SubmissionRow): Promise<boolean> {
  if (!isEmailConnected(ctx.deps) || !hasAddressForLinks(ctx.deps.config, ctx.origin)) return false;
  const mode = row.form_id === null ? 'default' : (await findTemplate(ctx.db, row.form_id)).reminders_mode;
  if (!isFormReminded(mode, await reminderSettings(ctx))) return false;
  return !(await queries.hasPausedReminders(ctx.db, row.id));
}
