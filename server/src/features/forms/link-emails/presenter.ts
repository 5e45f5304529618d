import type { EmailLogEntry } from '@ledgerline/contract/link-emails/endpoints';
import type { ListedEmail } from './queries.ts';

export function toEmailLogEntry(row: ListedEmail): EmailLogEntry {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}
