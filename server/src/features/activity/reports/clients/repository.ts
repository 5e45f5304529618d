import type { Database } from '#platform/database/database.ts';
import type { StatusGroup } from './queries.ts';

/** One run at a time; reports can read meanwhile. */
export async function lockDays(db: Database): Promise<void> {
  await db.query('lock table client_status_days in share row exclusive mode');
}

/** Replaces the counts of a day. */
export async function replaceDay(db: Database, day: string, groups: readonly StatusGroup[]): Promise<void> {
  await db.query('delete from client_status_days where day = $1::date', [day]);
  await db.query(
    `insert into client_status_days (day, status, owner_agent_id, clients)
     select $1::date, * from unnest($2::text[], $3::bigint[], $4::int[])`,
    [
      day,
      groups.map(({ status }) => status),
      groups.map(({ agent_id }) => agent_id),
      groups.map(({ clients }) => clients),
    ],
  );
}
