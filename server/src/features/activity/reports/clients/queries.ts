import type { ClientStatus } from '@ledgerline/contract/clients/statuses';
import type { DayRange } from '@ledgerline/contract/rules/report-periods';
import { CLIENT_STATUS } from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';
import { inPeriod, type Period } from '../report-scope.ts';

export interface StatusCount {
  status: ClientStatus;
  clients: number;
}

export interface StatusGroup extends StatusCount {
  agent_id: number | null;
}

export function groupByStatus(db: Database): Promise<StatusGroup[]> {
  return db.query(
    `select ${CLIENT_STATUS} as status, owner_agent_id as agent_id, count(*)::int as clients
       from client_outlines group by 1, 2`,
  );
}

/** The first day with stored counts; null if there is none. */
export async function findFirstDay(db: Database): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>(
    'select min(day)::text as day from client_status_days',
  );
  return row?.day ?? null;
}

/** The counts of the last stored day in each of these ranges that has one, by the first day of the range. */
export function findLastCounts(
  db: Database,
  ranges: readonly DayRange[],
): Promise<(StatusCount & { from: string })[]> {
  return db.query(
    `select r."from"::text, d.status, sum(d.clients)::int as clients
       from unnest($1::date[], $2::date[]) as r ("from", "to")
       cross join lateral (select max(day) as day from client_status_days where day between r."from" and r."to") last
       join client_status_days d on d.day = last.day
      group by 1, 2`,
    [ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
  );
}

export interface MonthGroup {
  /** The first day of the month. */
  month: string;
  status: ClientStatus;
  clients: number;
}

/** The clients who were added in a period, by month and by their present status. */
export function groupAdded(db: Database, { from, to, timeZone }: Period): Promise<MonthGroup[]> {
  return db.query(
    `select date_trunc('month', created_at at time zone $3::text)::date::text as month, ${CLIENT_STATUS} as status,
            count(*)::int as clients
       from clients
      where ${inPeriod('created_at')}
      group by 1, 2`,
    [from, to, timeZone],
  );
}

/** The clients who were born in a period, by the first day of the month. */
export function groupBorn(
  db: Database,
  from: string,
  to: string,
): Promise<{ month: string; clients: number }[]> {
  return db.query(
    `select date_trunc('month', dob)::date::text as month, count(*)::int as clients
       from clients where dob between $1::date and $2::date group by 1`,
    [from, to],
  );
}

export function groupByPlan(db: Database): Promise<{ text: string; clients: number }[]> {
  return db.query(
    `select coalesce(current_health_plan_name, '') as text, count(*)::int as clients from client_outlines group by 1`,
  );
}

/** For each of these columns of the catalog, the clients with an amount and its sum. */
export async function sumPremiums(
  db: Database,
  columns: readonly string[],
): Promise<{ clients: number; cents: number }[]> {
  const sums = columns.map((column) => `count("${column}")::int, coalesce(sum("${column}"), 0)::bigint`);
  const [row = []] = await db.arrays<number[]>(`select ${sums.join(', ')} from clients`);
  return columns.map((_, at) => ({ clients: row[2 * at] ?? 0, cents: row[2 * at + 1] ?? 0 }));
}
