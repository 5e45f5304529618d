import type { Database } from '#platform/database/database.ts';

/** A link that has expired, in the order in which links do. */
export interface ExpiredLink {
  id: number;
  expired_at: Date;
  title: string;
  client_id: number | null;
  session_id: number | null;
  session_form_id: number | null;
}

/** The part of a client's work that is left: a web form to hand in, a signature to give. */
const OPEN = `not (f.is_voided or f.voided_at is not null or f.is_completed or f.signed_at is not null
       or lower(btrim(f.status)) in ('voided', 'declined', 'completed'))
   and not (f.has_client_signature or f.client_signed_at is not null)
   and (f.pending_client_signature
        or replace(lower(btrim(f.type)), ' ', '') = any($2::text[]))`;

/** Links of clients, of one form or of a session's page; those for anybody and those behind a page have nobody to ask. */
const EXPIRED = `
  select l.id, l.access_token_expires_at as expired_at, l.title, l.client_id, l.session_id, l.session_form_id
    from secure_links l
   where l.access_token_expires_at <= $1 and l.revoked_at is null and l.access_type <> 'public'
     and (case when l.session_id is null
            then exists (select from session_forms f where f.id = l.session_form_id and ${OPEN})
            else l.session_form_id is null
                 and exists (select from sessions n where n.id = l.session_id and not n.is_deleted)
                 and exists (select from session_forms f where f.session_id = l.session_id and ${OPEN}) end)`;

/** Those that expired since an instant with work undone and were not told of, behind a place in their order. */
export function listExpired(
  db: Database,
  asked: {
    now: Date;
    since: Date;
    webForms: readonly string[];
    behind: Pick<ExpiredLink, 'id' | 'expired_at'>;
  },
  limit: number,
): Promise<ExpiredLink[]> {
  const { now, since, webForms, behind } = asked;
  return db.query<ExpiredLink>(
    `${EXPIRED} and l.access_token_expires_at > $3 and (l.access_token_expires_at, l.id) > ($4, $5::bigint)
        and not exists (select from agent_notices n
                         where n.cause = 'link_expired:' || l.id || ':' || floor(extract(epoch from l.access_token_expires_at)))
      order by l.access_token_expires_at, l.id limit $6`,
    [now, webForms, since, behind.expired_at, behind.id, limit],
  );
}

/** The link if it still is expired with work undone; nobody extends it until the transaction ends. */
export async function holdExpired(
  db: Database,
  link: ExpiredLink,
  asked: { now: Date; webForms: readonly string[] },
): Promise<boolean> {
  const rows = await db.query(`${EXPIRED} and l.id = $3 and l.access_token_expires_at = $4 for update of l`, [
    asked.now,
    asked.webForms,
    link.id,
    link.expired_at,
  ]);
  return rows.length > 0;
}
