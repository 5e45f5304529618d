import { templateNumber } from '#features/forms/templates/service.ts';
import type { Database } from '#platform/database/database.ts';
import { cut, first } from '#platform/database/rows.ts';
import type { LinkRow } from './repository.ts';

export interface ListedLink extends LinkRow {
  type: string;
  form_link_id: string;
  agent_name: string | null;
  /** Hash of the passcode that the link's session requires; null without one. */
  passcode_hash: string | null;
  /** The client of the link, even if it was revoked with its session; null once that is no longer stored. */
  recipient_id: number | null;
}

const SELECT = `
  select l.*, coalesce(s.type, f.type, '') as type, coalesce(s.form_link_id, f.form_link_id, '') as form_link_id,
         a.first_name || ' ' || a.last_name as agent_name, n.passcode_hash,
         coalesce(l.client_id, n.client_id) as recipient_id
    from secure_links l
    left join session_forms s on s.id = l.session_form_id
    left join global_forms f on f.id = l.form_id
    left join sessions n on n.id = l.session_id
    left join agents a on a.id = l.created_by`;

const MAX_ROWS = 1000;

/** Active links of one client, newest first. */
export async function listOfClient(
  db: Database,
  clientId: number,
): Promise<{ rows: ListedLink[]; truncated: boolean }> {
  const rows = await db.query<ListedLink>(
    `${SELECT} where l.client_id = $1 and l.revoked_at is null order by l.id desc limit ${MAX_ROWS + 1}`,
    [clientId],
  );
  return cut(rows, MAX_ROWS);
}

/** A link by the key in its token, or by its id; the caller checks expiry and revocation. */
export function findLink(
  db: Database,
  by: { key: string } | { id: number },
): Promise<ListedLink | undefined> {
  const [where, value] = 'key' in by ? ['l.key = $1', by.key] : ['l.id = $1', by.id];
  return first(db.query(`${SELECT} where ${where}`, [value]));
}

/** The open submission of a form and client outside any session, with its link and its template. */
export interface OpenFormLink {
  id: number;
  title: string;
  type: string;
  form_link_id: string | null;
  key: string;
  status: string;
  access_token_expires_at: Date;
  template: { type: string; form_link_id: string };
}

type OpenFormLinkRow = [
  id: number,
  title: string,
  type: string,
  form_link_id: string | null,
  key: string,
  status: string,
  expires_at: Date,
  templateType: string,
  templateLinkId: string,
];

const OPEN_FORM_LINK = `
  select o.id, o.title, o.type, o.form_link_id, o.key, o.status, o.access_token_expires_at, f.type, f.form_link_id
    from (
      select id, type, form_link_id, 1 as position from global_forms where id = $1
      union all
      select id, type, form_link_id, 2 from global_forms
       where lower(form_link_id) = lower($2) and form_link_id <> ''
       order by position limit 1) f
    join lateral (
      select s.id, s.title, s.type, s.form_link_id, l.key, l.status, l.access_token_expires_at
        from session_forms s
        join lateral (
          select key, status, access_token_expires_at from secure_links
           where session_form_id = s.id and session_id is null and access_type <> 'public' and revoked_at is null
           order by id desc limit 1) l on true
       where s.form_id = f.id and s.client_id = $3 and s.session_id is null and not s.is_completed
         and not s.is_voided and s.status <> 'declined'
       order by s.id desc limit 1) o on true`;

/** Undefined when any of the three is missing. A prepared statement, because agents request the same link repeatedly. */
export async function findOpenFormLink(
  db: Database,
  form: number | string,
  clientId: number,
): Promise<OpenFormLink | undefined> {
  const [row] = await db.arrays<OpenFormLinkRow>(
    OPEN_FORM_LINK,
    [templateNumber(form), String(form), clientId],
    'find_open_form_link',
  );
  if (!row) return undefined;
  const [id, title, type, form_link_id, key, status, access_token_expires_at, templateType, templateLinkId] =
    row;
  const template = { type: templateType, form_link_id: templateLinkId };
  return { id, title, type, form_link_id, key, status, access_token_expires_at, template };
}

/** The sender of a form or a session's page: the creator of its newest link, or of the session. */
export async function findSender(
  db: Database,
  { submission_id, session_id }: { submission_id: number | null; session_id: number | null },
): Promise<number | null> {
  const [row] = await db.arrays<[number | null]>(
    `select coalesce(
       (select created_by from secure_links
         where session_form_id = $1 and created_by is not null order by id desc limit 1),
       (select created_by from secure_links
         where session_id = $2 and session_form_id is null and created_by is not null order by id desc limit 1),
       (select created_by from sessions where id = $2))`,
    [submission_id, session_id],
  );
  return row?.[0] == null ? null : Number(row[0]);
}
