import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import type { FeedRow } from './repository.ts';
import { calendarFeeds } from './schema.ts';

/** A follow-up or an open task of an agent, before it is formatted. */
export interface DueRow {
  kind: 'follow_up' | 'task';
  /** The id of the client (follow_up) or of the task. */
  id: number;
  /** The title of the task; for a follow-up, of the task that set it, else ''. */
  title: string;
  due_day: string;
  /** null: at any time of the day. */
  starts_at: Date | null;
  changed_at: Date;
  client_id: number | null;
  first_name: string | null;
  last_name: string | null;
}

/** Days 'YYYY-MM-DD' of the brokerage, both included. */
export interface DateRange {
  from: string;
  to: string;
  time_zone: string;
}

/** A local time of the brokerage as an instant; a time that daylight saving skips becomes an hour later. */
const STARTS = (task: string) =>
  `case when ${task}.due_time <> '' then (${task}.due_day + ${task}.due_time::time) at time zone $4::text end`;

/**
 * What is due for one agent, earliest first: the follow-ups of their clients and their open tasks. A follow-up that was set by one of the
 * agent's own open tasks is listed as that task.
 */
export function listDue(
  db: Database,
  agentId: number,
  { from, to, time_zone }: DateRange,
  limit: number,
): Promise<DueRow[]> {
  return db.query<DueRow>(
    `select * from (
       (select 'task' as kind, t.id, t.title, t.due_day::text as due_day, ${STARTS('t')} as starts_at,
               t.updated_at as changed_at, t.client_id, c.client_first_name as first_name, c.client_last_name as last_name
          from tasks t left join clients c on c.id = t.client_id
         where t.done_at is null and t.owner_agent_id = $1 and t.due_day between $2::date and $3::date
         order by t.due_day, t.due_time, t.id limit $5)
       union all
       (select 'follow_up', o.client_id, coalesce(s.title, ''), o.next_f_u_date::text, ${STARTS('s')},
               greatest(c.updated_at, s.updated_at), o.client_id, c.client_first_name, c.client_last_name
          from client_outlines o join clients c on c.id = o.client_id
          left join lateral (
            select t.* from tasks t
             where t.client_id = o.client_id and t.done_at is null and t.sets_follow_up and t.due_day = o.next_f_u_date
             order by t.owner_agent_id is distinct from $1, t.due_time, t.id limit 1) s on true
         where o.owner_agent_id = $1 and o.next_f_u_date between $2::date and $3::date
           and (s.id is null or s.owner_agent_id is distinct from $1)
         order by o.next_f_u_date, o.client_id limit $5)) due
      order by due_day, starts_at nulls first, kind, id limit $5`,
    [agentId, from, to, time_zone, limit],
  );
}

/** A feed that was created before its agent's last password change has ended: someone else may have created it. */
const isCurrent = sql`${calendarFeeds.created_at} >= coalesce((select a.password_changed_at from agents a where a.id = ${calendarFeeds.agent_id}), '-infinity')`;

export function findFeed(db: Database, agentId: number): Promise<FeedRow | undefined> {
  return first(
    db.orm
      .select()
      .from(calendarFeeds)
      .where(and(eq(calendarFeeds.agent_id, agentId), isCurrent)),
  );
}

export function findByFingerprint(db: Database, fingerprint: string): Promise<FeedRow | undefined> {
  return first(
    db.orm
      .select()
      .from(calendarFeeds)
      .where(and(eq(calendarFeeds.token_fingerprint, fingerprint), isCurrent)),
  );
}
