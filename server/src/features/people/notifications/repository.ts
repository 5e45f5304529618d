import type { NotificationChoice } from '@ledgerline/contract/notifications/endpoints';
import {
  defaultChoice,
  type EmailPace,
  type NotificationEmailMode,
  type NotificationKind,
} from '@ledgerline/contract/notifications/kinds';
import type { Database } from '#platform/database/database.ts';

/** The event, with the client's current name and the record that it links to. */
export interface NotificationValues {
  kind: NotificationKind;
  cause: string;
  about: string;
  client_id: number | null;
  client_first_name: string;
  client_last_name: string;
  session_form_id: number | null;
  session_id: number | null;
  invoice_id: number | null;
  import_id: number | null;
  task_id: number | null;
  path: string | null;
}

export interface NotifiedAgent {
  notice_id: number;
  agent_id: number;
  is_in_app: boolean;
  mail: NotificationEmailMode;
  email: string;
}

/** Waits for a receiver who is being deleted concurrently, and then skips them. */
const INSERT = `
  with who as materialized (
    select id, email from agents where id = any($15::bigint[]) for key share),
  made as (
    insert into agent_notices
      (kind, cause, about, client_id, client_first_name, client_last_name, session_form_id, session_id, invoice_id,
       import_id, task_id, place, created_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 where exists (select from who)
    on conflict (cause) do nothing returning id),
  notified as (
    insert into agent_notice_receivers (notice_id, agent_id, is_in_app, mail)
    select made.id, who.id, coalesce(c.is_in_app, true),
           case when coalesce(c.mail, $14) = 'grouped' and not $16::boolean then 'off' else coalesce(c.mail, $14) end
      from made cross join who left join agent_notice_choices c on c.agent_id = who.id and c.kind = $1
    returning notice_id, agent_id, is_in_app, mail)
  select notified.*, who.email from notified join who on who.id = notified.agent_id order by notified.agent_id`;

/**
 * Stores a notification with its receivers, or nothing if its cause was already reported. One statement,
 * because it runs with every cause. While no mail server is connected, nothing is collected for a grouped email, so
 * that connecting one sends no old notifications.
 */
export function saveNotification(
  db: Database,
  notification: NotificationValues,
  receivers: readonly number[],
  { now, isEmailConnected }: { now: Date; isEmailConnected: boolean },
): Promise<NotifiedAgent[]> {
  const { kind, cause, about, client_id, client_first_name, client_last_name } = notification;
  const { session_form_id, session_id, invoice_id, import_id, task_id, path } = notification;
  const names = [client_id, client_first_name, client_last_name];
  const references = [session_form_id, session_id, invoice_id, import_id, task_id, path];
  const { mail } = defaultChoice(kind);
  return db.query<NotifiedAgent>(INSERT, [
    kind,
    cause,
    about,
    ...names,
    ...references,
    now,
    mail,
    receivers,
    isEmailConnected,
  ]);
}

/** Records the email that contains these notifications. */
export async function recordEmail(
  db: Database,
  agentId: number,
  notificationIds: readonly number[],
  emailId: number,
): Promise<void> {
  await db.query(
    'update agent_notice_receivers set mail_id = $3 where agent_id = $1 and notice_id = any($2::bigint[])',
    [agentId, notificationIds, emailId],
  );
}

/** Which notifications of assignments no longer hold: those of one record, by the beginning of its events, or of clients. */
export type Withdrawn =
  | { kind: 'item_assigned' | 'task_handed'; event: string }
  | { kind: 'client_assigned'; client_ids: readonly number[] };

/** Marks an agent's unread notifications of these as read; returns how many. */
export async function withdraw(db: Database, agentId: number, which: Withdrawn, now: Date): Promise<number> {
  const [condition, value] =
    'event' in which
      ? ['starts_with(n.cause, $4)', `${which.kind}:${which.event}:`]
      : ['n.client_id = any($4::bigint[])', which.client_ids];
  const rows = await db.query(
    `update agent_notice_receivers r set read_at = $2 from agent_notices n
      where n.id = r.notice_id and r.agent_id = $1 and r.read_at is null and n.kind = $3 and ${condition}
      returning r.notice_id`,
    [agentId, now, which.kind, value],
  );
  return rows.length;
}

/** Marks an agent's own unread notifications as read; returns their IDs. */
export async function markRead(
  db: Database,
  agentId: number,
  which: { id: number } | { up_to: number },
  now: Date,
): Promise<number[]> {
  const [condition, value] = 'id' in which ? ['notice_id = $3', which.id] : ['notice_id <= $3', which.up_to];
  const rows = await db.query<{ notice_id: number }>(
    `update agent_notice_receivers set read_at = $2
      where agent_id = $1 and read_at is null and is_in_app and ${condition} returning notice_id`,
    [agentId, now, value],
  );
  return rows.map(({ notice_id }) => notice_id);
}

export async function saveChoices(
  db: Database,
  agentId: number,
  choices: readonly NotificationChoice[],
): Promise<void> {
  await db.query(
    `insert into agent_notice_choices (agent_id, kind, is_in_app, mail)
     select $1, kind, in_app, mail
       from jsonb_to_recordset($2::jsonb) as chosen (kind text, in_app boolean, mail text)
     on conflict (agent_id, kind) do update set is_in_app = excluded.is_in_app, mail = excluded.mail`,
    [agentId, JSON.stringify(choices)],
  );
}

/** Claims a morning for an agent: false if this or a later one was already claimed. */
export async function claimDigestDay(db: Database, agentId: number, day: string): Promise<boolean> {
  const rows = await db.query(
    `insert into agent_digests as d (agent_id, last_on) values ($1, $2)
     on conflict (agent_id) do update set last_on = excluded.last_on
      where d.last_on is null or d.last_on < excluded.last_on
     returning agent_id`,
    [agentId, day],
  );
  return rows.length > 0;
}

export async function savePace(db: Database, agentId: number, pace: EmailPace): Promise<void> {
  await db.query(
    `insert into agent_digests (agent_id, pace_minutes) values ($1, $2)
     on conflict (agent_id) do update set pace_minutes = excluded.pace_minutes`,
    [agentId, pace],
  );
}

/** Claims the next grouped email of an agent: false if the last one is more recent than the pace allows. */
export async function claimGroupedEmail(db: Database, agentId: number, now: Date): Promise<boolean> {
  const rows = await db.query<{ agent_id: number }>(
    `insert into agent_digests as d (agent_id, grouped_at) values ($1, $2::timestamptz)
     on conflict (agent_id) do update set grouped_at = excluded.grouped_at
      where d.grouped_at is null or d.grouped_at <= excluded.grouped_at - make_interval(mins => d.pace_minutes)
     returning agent_id`,
    [agentId, now],
  );
  return rows.length > 0;
}

/** Removes up to `most` notifications from before an instant; returns how many. */
export async function removeOld(db: Database, before: Date, most: number): Promise<number> {
  const rows = await db.query(
    `delete from agent_notices where id in (
       select id from agent_notices where created_at < $1 order by created_at limit $2) returning id`,
    [before, most],
  );
  return rows.length;
}
