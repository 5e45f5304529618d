import { READ_SUFFIX } from '@ledgerline/contract/audit-policy';
import type { Database } from '#platform/database/database.ts';
import type { Counts, Windows } from './rules.ts';

/** The local hour at the brokerage, its day, and when that day and this hour started. */
export interface BrokerageTime {
  hour: number;
  day: string;
  day_began: Date;
  hour_began: Date;
}

export async function brokerageTime(db: Database, now: Date, timeZone: string): Promise<BrokerageTime> {
  const [row] = await db.query<BrokerageTime>(
    `select extract(hour from l.at)::int as hour, l.at::date::text as day,
            date_trunc('day', l.at) at time zone $2::text as day_began,
            date_trunc('hour', l.at) at time zone $2::text as hour_began
       from (select $1::timestamptz at time zone $2::text as at) l`,
    [now, timeZone],
  );
  return (
    row ?? { hour: now.getUTCHours(), day: now.toISOString().slice(0, 10), day_began: now, hour_began: now }
  );
}

const READS = ['client', 'session_form', 'session', 'document', 'invoice', 'envelope', 'import'].map(
  (of) => `${of}${READ_SUFFIX}`,
);
const REJECTED_ACTIONS = ['access_refused', 'limit_refused', 'reveal_refused'];
const WATCHED = ['revealed', 'exported', 'listed', 'deleted', ...REJECTED_ACTIONS];
/** Deleted every day, and not counted. */
const LIGHT = ['task', 'call', 'calendar_feed'];

/** Agents with monitored actions since an instant. */
export async function findActive(db: Database, since: Date): Promise<number[]> {
  const rows = await db.query<{ actor_id: number }>(
    `select distinct actor_id from audit_events
      where at >= $1 and actor_kind = 'agent' and (entity = any($2::text[]) or action = any($3::text[]))`,
    [since, READS, WATCHED],
  );
  return rows.map(({ actor_id }) => actor_id);
}

/** Floods of rejections are logged sparsely, each row with its running count: the highest per endpoint is used. */
const REJECTIONS = `
  select actor_id, sum(n) as count from (
    select actor_id, greatest(count(*), max((new_value ->> 'attempts_this_hour')::int)) as n from audit_events
     where actor_kind = 'agent' and actor_id = any($1::bigint[]) and action = any($8::text[]) and at >= $2
     group by actor_id, action, field) of_one
   group by actor_id`;

/** Records that were read, and separately clients: opened ones, and rows of the ledger, each once. */
const clientsSince = (since: string) => `
  count(distinct (entity, entity_id)) filter (where entity = any($5::text[]) and entity <> 'client_read' and at >= ${since})::int
  + coalesce((select sum(upper(r) - lower(r))::int from unnest(range_agg(case when entity = 'client_read' then int8multirange(int8range(entity_id, entity_id, '[]'))
                           else (new_value ->> 'clients')::int8multirange end)
            filter (where (entity = 'client_read' or new_value ? 'clients') and at >= ${since})) r), 0)`;

/**
 * The counts of each of these agents in the windows. Clients are counted distinctly; reading a client's record counts as reading the
 * client.
 */
export async function countActions(
  db: Database,
  agentIds: readonly number[],
  { hour, day, night }: Windows,
): Promise<{ id: number; name: string; counts: Counts }[]> {
  const rows = await db.query<Counts & { id: number; name: string }>(
    `select actor_id as id, max(actor_name) as name,
            count(*) filter (where action = 'revealed' and at >= $2)::int as reveals,
            count(*) filter (where action = 'exported' and at >= $2)::int as exports,
            ${clientsSince('$2')} as clients_hour,
            ${clientsSince('$3')} as clients_day,
            coalesce(sum((new_value ->> 'rows')::numeric) filter (where action = 'listed' and at >= $2), 0)::bigint as rows_hour,
            count(*) filter (where entity = any($5::text[]) and at >= $4)::int as night_reads,
            count(*) filter (where action = 'deleted' and entity <> all($7::text[]) and at >= $2)::int as deletions,
            coalesce(max(refusals.count), 0)::int as refusals
       from audit_events left join (${REJECTIONS}) refusals using (actor_id)
      where actor_kind = 'agent' and actor_id = any($1::bigint[]) and at >= least($2::timestamptz, $3, $4)
        and (entity = any($5::text[]) or action = any($6::text[]))
      group by actor_id order by actor_id`,
    [agentIds, hour, day, night, READS, WATCHED, LIGHT, REJECTED_ACTIONS],
  );
  return rows.map(({ id, name, ...counts }) => ({ id, name, counts }));
}

/** Failed sign-ins since an instant. Floods are logged sparsely, each row with its running count: the highest is used. */
export async function countFailedSignIns(db: Database, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select coalesce(sum(n), 0)::int as count from (
       select greatest(count(*), max((new_value ->> 'attempts_this_hour')::int)) as n from audit_events
        where action in ('sign_in_failed', 'sign_in_refused', 'second_step_failed', 'sso_refused') and at >= $1 group by action, entity_id) of_one`,
    [since],
  );
  return row?.count ?? 0;
}

/** How many clients the brokerage has, counted as in the client list. */
export async function countClients(db: Database): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select coalesce(sum(delta), 0)::int as count from client_count_deltas',
  );
  return row?.count ?? 0;
}
