import { MAIL_STATUSES, type MailLogEntry } from '@ledgerline/contract/mail/endpoints';
import type { ListedMail } from './listing.ts';

export function toMailLogEntry(row: ListedMail): MailLogEntry {
  return {
    ...row,
    status: MAIL_STATUSES.find((known) => known === row.status) ?? 'queued',
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}
