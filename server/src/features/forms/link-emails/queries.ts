import type { EmailLogEntry } from '@ledgerline/contract/link-emails/endpoints';
import type { Database } from '#platform/database/database.ts';
import { cut, first } from '#platform/database/rows.ts';

export type ListedEmail = Omit<EmailLogEntry, 'created_at' | 'sent_at' | 'link_ends_at'> & {
  created_at: Date;
  sent_at: Date | null;
  link_ends_at: Date | null;
};

const SELECT = `
  select m.id, m.kind, m.to_address, m.subject, m.language, m.about, m.status, m.error, m.client_id, m.session_id,
         m.session_form_id, a.first_name || ' ' || a.last_name as sent_by, m.created_at, m.sent_at,
         least(l.revoked_at, l.access_token_expires_at) as link_ends_at
    from mail_messages m left join agents a on a.id = m.created_by left join secure_links l on l.id = m.link_id`;

const MAX_ROWS = 200;

/** The newest emails to a client. */
export async function listOfClient(
  db: Database,
  clientId: number,
): Promise<{ rows: ListedEmail[]; truncated: boolean }> {
  const rows = await db.query<ListedEmail>(
    `${SELECT} where m.client_id = $1 order by m.id desc limit ${MAX_ROWS + 1}`,
    [clientId],
  );
  return cut(rows, MAX_ROWS);
}

export function findEmail(db: Database, id: number): Promise<ListedEmail | undefined> {
  return first(db.query<ListedEmail>(`${SELECT} where m.id = $1`, [id]));
}

/** The primary email addresses of clients, '' without one. */
export function findAddresses(
  db: Database,
  ids: readonly number[],
): Promise<{ id: number; address: string }[]> {
  return db.query(
    `select id, btrim(coalesce(primary_email, '')) as address from clients where id = any($1::bigint[])`,
    [ids],
  );
}
