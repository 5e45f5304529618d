import { and, desc, eq, isNull, lt, type SQL } from 'drizzle-orm';
import { auditInsert } from '#platform/audit/audit.ts';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { secureLinks } from './schema.ts';

export type LinkRow = typeof secureLinks.$inferSelect;
export type NewLinkRow = typeof secureLinks.$inferInsert;

/** The newest link that an agent shares for a submission; links opened from a session's page belong to the session. */
export function findNewestOf(db: Database, submissionId: number): Promise<LinkRow | undefined> {
  return findNewest(db, eq(secureLinks.session_form_id, submissionId), isNull(secureLinks.session_id));
}

/** The newest link of a session's page. */
export function findNewestOfSession(db: Database, sessionId: number): Promise<LinkRow | undefined> {
  return findNewest(db, eq(secureLinks.session_id, sessionId), isNull(secureLinks.session_form_id));
}

/** The result of requesting a session's link; `link` is null when a concurrent call created one. */
export type IssuedLink = { isNew: boolean; link: Pick<LinkRow, 'key' | 'access_token_expires_at'> | null };

const LOGGED = `(
  select 'revoked', 'secure_link', id, null, null, null, null from revoked
  union all
  select 'created', 'secure_link', id, 'access_token_expires_at', null, $6, null from created)`;

const ISSUE_OF_SESSION = `
  with locked as materialized (
    select id, client_id, session_type from sessions where id = $1 and not is_deleted for update),
  active as materialized (
    select l.key, l.access_token_expires_at from secure_links l join locked on locked.id = l.session_id
     where l.session_form_id is null and l.revoked_at is null and l.access_token_expires_at >= $7 and not $2::boolean
     order by l.id desc limit 1),
  revoked as (
    update secure_links set revoked_at = $7, client_id = null
     where session_id = (select id from locked) and revoked_at is null and not exists (select from active)
    returning id),
  created as (
    insert into secure_links
      (session_id, client_id, title, key, access_token_expires_at, created_by, created_at, access_type)
    select id, client_id, session_type, $3, $4, $5, $7, 'client_access' from locked
     where not exists (select from active) and (select count(*) from revoked) >= 0
    on conflict (session_id) where session_form_id is null and revoked_at is null do nothing
    returning id, key, access_token_expires_at),
  logged as (${auditInsert(LOGGED, 7)})
  select created.id is not null, coalesce(created.key, active.key),
         coalesce(created.access_token_expires_at, active.access_token_expires_at)
    from locked left join active on true left join created on true`;

/**
 * The active link of a session's page, or a new one; with `force` always a new one. The previous one is revoked, with the
 * form links that depend on it. One statement including the audit rows, so that it costs little more than its insert.
 * Undefined when the session does not exist.
 */
export async function issueOfSession(
  db: Database,
  request: {
    session_id: number;
    force: boolean;
    key: string;
    expires_at: Date;
    created_by: number;
    audit: unknown[];
  },
): Promise<IssuedLink | undefined> {
  const { session_id, force, key, expires_at, created_by, audit } = request;
  const [row] = await db.arrays<[isNew: boolean, key: string | null, expires_at: Date]>(
    ISSUE_OF_SESSION,
    [session_id, force, key, expires_at, created_by, JSON.stringify(expires_at), ...audit],
    'issue_session_link',
  );
  if (!row) return undefined;
  const link = row[1] === null ? null : { key: row[1], access_token_expires_at: row[2] };
  return { isNew: row[0], link };
}

/** The link with which a session's page opens one of its forms. */
export function findNewestOfSessionForm(
  db: Database,
  sessionId: number,
  submissionId: number,
): Promise<LinkRow | undefined> {
  const isOfForm = eq(secureLinks.session_form_id, submissionId);
  return findNewest(db, eq(secureLinks.session_id, sessionId), isOfForm);
}

function findNewest(db: Database, ...conditions: SQL[]): Promise<LinkRow | undefined> {
  const { id, revoked_at } = secureLinks;
  const active = db.orm
    .select()
    .from(secureLinks)
    .where(and(...conditions, isNull(revoked_at)));
  return first(active.orderBy(desc(id)).limit(1));
}

export function insertLink(db: Database, link: NewLinkRow): Promise<LinkRow> {
  return stored(db.orm.insert(secureLinks).values(link).returning());
}

export async function changeLink(db: Database, id: number, changes: Partial<NewLinkRow>): Promise<void> {
  await db.orm.update(secureLinks).set(changes).where(eq(secureLinks.id, id));
}

/** Revokes every link of a submission and removes their client. */
export async function revokeOf(db: Database, submissionId: number, now: Date): Promise<number[]> {
  const rows = await db.orm
    .update(secureLinks)
    .set({ revoked_at: now, client_id: null })
    .where(and(eq(secureLinks.session_form_id, submissionId), isNull(secureLinks.revoked_at)))
    .returning({ id: secureLinks.id });
  await db.orm
    .update(secureLinks)
    .set({ client_id: null })
    .where(eq(secureLinks.session_form_id, submissionId));
  return rows.map(({ id }) => id);
}

/** Revokes the public links of a submission; a visitor who started it without a link keeps their own. */
export async function revokePublic(db: Database, submissionId: number, now: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `update secure_links l set revoked_at = $2 from session_forms s
      where s.id = l.session_form_id and s.id = $1 and s.progress_session_id like 'SEC\\_%'
        and l.access_type = 'public' and l.revoked_at is null returning l.id`,
    [submissionId, now],
  );
  return rows.map(({ id }) => id);
}

/** Revokes the link of a session's page and those of forms opened from it; with a submission, only that form's. */
export async function revokeOfSession(
  db: Database,
  sessionId: number,
  now: Date,
  submissionId?: number,
): Promise<number[]> {
  const isOfForm = submissionId === undefined ? undefined : eq(secureLinks.session_form_id, submissionId);
  const rows = await db.orm
    .update(secureLinks)
    .set({ revoked_at: now, client_id: null })
    .where(and(eq(secureLinks.session_id, sessionId), isOfForm, isNull(secureLinks.revoked_at)))
    .returning({ id: secureLinks.id });
  return rows.map(({ id }) => id);
}

/** Forms opened from a session's page work as long as the page itself. */
export async function extendFormLinks(db: Database, sessionId: number, expires_at: Date): Promise<void> {
  const { session_id, revoked_at, access_token_expires_at: until } = secureLinks;
  const isShorter = and(eq(session_id, sessionId), isNull(revoked_at), lt(until, expires_at));
  await db.orm.update(secureLinks).set({ access_token_expires_at: expires_at }).where(isShorter);
}

/** Serializes creating the link of one form and client, so that two clicks do not create two submissions. */
export async function lockFormOfClient(
  db: Database,
  formId: number | string,
  clientId: number | 'public',
): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`link:${formId}:${clientId}`]);
}

/** Records completion on the links of a submission (decisions I7). */
export async function completeOf(db: Database, submissionId: number): Promise<void> {
  await db.orm
    .update(secureLinks)
    .set({ status: 'completed' })
    .where(eq(secureLinks.session_form_id, submissionId));
}

/** Undoes `completeOf`. */
export async function reopenOf(db: Database, submissionId: number): Promise<void> {
  const { session_form_id, status } = secureLinks;
  const isCompleted = and(eq(session_form_id, submissionId), eq(status, 'completed'));
  await db.orm.update(secureLinks).set({ status: 'opened' }).where(isCompleted);
}
