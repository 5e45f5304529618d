import type { EmailLogEntry } from '@ledgerline/contract/link-emails/endpoints';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import type { Deps } from '#platform/context.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import type { ListedEmail } from './queries.ts';

/** Without a mail server, a queued email will not be sent: its job only has not run yet. */
export function toEmailLogEntry(deps: Pick<Deps, 'email'>, row: ListedEmail): EmailLogEntry {
  const willFail = row.status === 'queued' && !isEmailConnected(deps);
  return {
    ...row,
    ...(willFail ? { status: 'failed', error: EMAIL_NOT_CONNECTED } : {}),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    link_ends_at: row.link_ends_at?.toISOString() ?? null,
  };
}
