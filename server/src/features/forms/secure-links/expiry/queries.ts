import type { Database } from '#platform/database/database.ts';
import { CLIENT_WORK_LEFT } from '../../submissions/client-work.ts';

/** An expired link, and a cursor in order of expiry. */
export interface ExpiredLink {
  id: number;
  expired_at: Date;
  title: string;
  client_id: number | null;
  session_id: number | null;
  session_form_id: number | null;
}

/**
 * Links of clients, to one form or to a session's page. Public links have no client to follow up with, and form links
 * behind a page expire with the page.
 */
const EXPIRED = `
  select l.id, l.access_token_expires_at as expired_at, l.title, l.client_id, l.session_id, l.session_form_id
    from secure_links l
   where l.access_token_expires_at <= $1 and l.revoked_at is null and l.access_type <> 'public'
     and (case when l.session_id is null
            then exists (select from session_forms f where f.id = l.session_form_id and ${CLIENT_WORK_LEFT})
            else l.session_form_id is null
                 and exists (select from sessions n where n.id = l.session_id and not n.is_deleted)
                 and exists (select from session_forms f where f.session_id = l.session_id and ${CLIENT_WORK_LEFT}) end)`;

/** Links that expired before completion since an instant and whose agents were not notified yet, starting after the cursor. */
export function listExpired(
  db: Database,
  range: {
    now: Date;
    since: Date;
    behind: Pick<ExpiredLink, 'id' | 'expired_at'>;
  },
  limit: number,
): Promise<ExpiredLink[]> {
  const { now, since, behind } = range;
  return db.query<ExpiredLink>(
    `${EXPIRED} and l.access_token_expires_at > $2 and (l.access_token_expires_at, l.id) > ($3, $4::bigint)
        and not exists (select from agent_notices n
                         where n.cause = 'link_expired:' || l.id || ':' || floor(extract(epoch from l.access_token_expires_at)))
      order by l.access_token_expires_at, l.id limit $5`,
    [now, since, behind.expired_at, behind.id, limit],
  );
}

/** The link if it is still expired and unfinished; locked, so that it cannot be extended until the transaction ends. */
export async function lockExpired(db: Database, link: ExpiredLink, now: Date): Promise<boolean> {
  const rows = await db.query(`${EXPIRED} and l.id = $2 and l.access_token_expires_at = $3 for update of l`, [
    now,
    link.id,
    link.expired_at,
  ]);
  return rows.length > 0;
}
