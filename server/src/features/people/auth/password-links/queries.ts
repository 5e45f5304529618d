import type { EmailStatus } from '@ledgerline/contract/link-emails/endpoints';
import type { Database } from '#platform/database/database.ts';
import type { LinkRow } from './repository.ts';

/** Every invitation with the status of its email; null if there is none. */
export function listInvitations(
  db: Database,
): Promise<(Omit<LinkRow, 'kind' | 'token_fingerprint'> & { email_status: EmailStatus | null })[]> {
  return db.query(
    `select l.agent_id, l.created_at, l.expires_at, l.withdrawn_at, m.status as email_status
       from password_links l join agents a on a.id = l.agent_id
       left join lateral (
         select status from mail_messages
          where client_id is null and created_at >= l.created_at and kind = 'invitation' and to_address = a.email
          order by id desc limit 1) m on true
      where l.kind = 'invitation'`,
  );
}
