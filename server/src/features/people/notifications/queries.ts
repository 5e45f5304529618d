import type { NotificationChoice } from '@ledgerline/contract/notifications/endpoints';
import {
  DEFAULT_EMAIL_PACE,
  type EmailPace,
  MAX_UNREAD,
  type NotificationKind,
} from '@ledgerline/contract/notifications/kinds';
import type { Database } from '#platform/database/database.ts';
import type { agentNotifications } from './schema.ts';

export interface ListedNotification extends Omit<typeof agentNotifications.$inferSelect, 'cause'> {
  is_read: boolean;
}

/** At most the number that the bell shows. */
export async function countUnread(db: Database, agentId: number): Promise<number> {
  const [row] = await db.arrays<[number]>(
    `select count(*)::int from (
       select from agent_notice_receivers where agent_id = $1 and read_at is null and is_in_app limit ${MAX_UNREAD}) unread`,
    [agentId],
    'count_notices',
  );
  return row?.[0] ?? 0;
}

/** An agent's own notifications, newest first, after a cursor. */
export function listOf(
  db: Database,
  agentId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListedNotification[]> {
  return db.query<ListedNotification>(
    `select n.id, n.kind, n.client_id, n.client_first_name, n.client_last_name, n.about, n.session_form_id,
            n.session_id, n.invoice_id, n.import_id, n.task_id, n.place,
            r.read_at is not null as is_read, n.created_at
       from agent_notice_receivers r join agent_notices n on n.id = r.notice_id
      where r.agent_id = $1 and r.is_in_app and r.notice_id < $2
      order by r.notice_id desc limit $3`,
    [agentId, before ?? Number.MAX_SAFE_INTEGER, limit],
  );
}

/** Whether the agent received this notification. */
export async function isOf(db: Database, agentId: number, id: number): Promise<boolean> {
  const rows = await db.query(
    'select from agent_notice_receivers where agent_id = $1 and notice_id = $2 and is_in_app',
    [agentId, id],
  );
  return rows.length > 0;
}

export function choicesOf(db: Database, agentId: number): Promise<NotificationChoice[]> {
  return db.query<NotificationChoice>(
    'select kind, is_in_app as in_app, mail from agent_notice_choices where agent_id = $1',
    [agentId],
  );
}

/** The preferences of these agents for one kind, by agent; agents without a preference are missing. */
export async function choicesOfAgents(
  db: Database,
  agentIds: readonly number[],
  kind: NotificationChoice['kind'],
): Promise<ReadonlyMap<number, Pick<NotificationChoice, 'in_app' | 'mail'>>> {
  const rows = await db.query<Pick<NotificationChoice, 'in_app' | 'mail'> & { agent_id: number }>(
    `select agent_id, is_in_app as in_app, mail from agent_notice_choices
      where agent_id = any($1::bigint[]) and kind = $2`,
    [agentIds, kind],
  );
  return new Map(rows.map(({ agent_id, ...choice }) => [agent_id, choice]));
}

/** The owners of the brokerage. */
export async function findOwners(db: Database): Promise<number[]> {
  const rows = await db.query<{ id: number }>('select id from agents where is_owner order by id');
  return rows.map(({ id }) => id);
}

/** A notification for an agent's digest or grouped email. */
export interface Waiting {
  agent_id: number;
  notice_id: number;
  kind: NotificationKind;
  client_first_name: string;
  client_last_name: string;
  /** The email it was queued with, if any. */
  mail_id: number | null;
}

const waiting = (mode: 'digest' | 'grouped') =>
  `agent_notice_receivers r join agent_notices n on n.id = r.notice_id where r.mail = '${mode}' and r.read_at is null`;
const FOR_DIGEST = `${waiting('digest')} and n.created_at < $1`;
const FOR_GROUP = `${waiting('grouped')} and n.created_at >= $1`;

interface Addressee {
  id: number;
  email: string;
}

/** Agents with an address whose digest of this morning was not processed yet. */
export function findAwaiting(
  db: Database,
  { until, day }: { until: Date; day: string },
): Promise<Addressee[]> {
  return db.query(
    `select a.id, a.email from agents a
      where exists (select from ${FOR_DIGEST} and r.agent_id = a.id)
        and not exists (select from agent_digests d where d.agent_id = a.id and d.last_on >= $2)
      order by a.id`,
    [until, day],
  );
}

/** Agents with something new for a grouped email, if their pace allows one now. */
export function findAwaitingGroup(
  db: Database,
  { since, now }: { since: Date; now: Date },
): Promise<Addressee[]> {
  return db.query(
    `select a.id, a.email from agents a
      where exists (select from ${FOR_GROUP} and r.agent_id = a.id and r.mail_id is null)
        and not exists (select from agent_digests d where d.agent_id = a.id
                           and d.grouped_at > $2::timestamptz - make_interval(mins => d.pace_minutes))
      order by a.id`,
    [since, now],
  );
}

const COLUMNS = 'r.agent_id, r.notice_id, n.kind, n.client_first_name, n.client_last_name, r.mail_id';

/** The notifications for the next email of an agent: a digest of those before an instant, or a group of those since one. */
export function listWaiting(
  db: Database,
  agentId: number,
  created: { before: Date } | { since: Date },
): Promise<Waiting[]> {
  const [rows, instant] = 'before' in created ? [FOR_DIGEST, created.before] : [FOR_GROUP, created.since];
  return db.query<Waiting>(`select ${COLUMNS} from ${rows} and r.agent_id = $2 order by r.notice_id`, [
    instant,
    agentId,
  ]);
}

export async function paceOf(db: Database, agentId: number): Promise<EmailPace> {
  const rows = await db.query<{ pace_minutes: EmailPace }>(
    'select pace_minutes from agent_digests where agent_id = $1',
    [agentId],
  );
  return rows[0]?.pace_minutes ?? DEFAULT_EMAIL_PACE;
}

/** How many notifications wait for an agent's next digest. */
export async function countWaiting(db: Database): Promise<number> {
  const [row] = await db.arrays<[number]>(
    `select count(*)::int from agent_notice_receivers
      where mail = 'digest' and read_at is null and mail_id is null`,
  );
  return row?.[0] ?? 0;
}
