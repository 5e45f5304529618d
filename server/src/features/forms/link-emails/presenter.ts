import type { MailLogEntry } from '@ledgerline/contract/link-emails/endpoints';
import type { ListedMail } from './queries.ts';

export function toMailLogEntry(row: ListedMail): MailLogEntry {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}
