import { clientOf } from '@ledgerline/contract/rules';
import type { SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { queueOptionalEmail } from '#features/records/clients/queue-client-email.ts';
import type { Context } from '#platform/context.ts';
import { emailFormLink } from './email-form-link.ts';

/**
 * Emails the client where to find their signed copy. Runs in the transaction that stores the document, so that it happens
 * once. It contains an expiring link and no attachment: the documents contain health data, and emails stay readable for
 * years (decision 036).
 */
export async function emailSignedCopy(ctx: Context, row: SubmissionRow): Promise<void> {
  if (!clientOf(row).signed) return;
  await queueOptionalEmail(ctx, { session_form: row.id }, () => emailFormLink(ctx, row, 'copy'));
}
