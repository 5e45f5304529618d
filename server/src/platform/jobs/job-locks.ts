import { randomUUID } from 'node:crypto';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database, DatabasePool } from '../database/database.ts';
import { type JobRun, jobSessionName } from '../database/work.ts';
import { briefReason } from '../provider-health/outcomes.ts';
import { serverSessionName } from './server-session.ts';

/** The first key of the advisory locks that servers hold during their session. */
export const SERVER_LOCKS = 7_301_956;
/** A job interrupted this often may be what crashes its servers: from then on it counts as failing. */
const MAX_INTERRUPTIONS = 5;
const RELEASED = `state = 'created', started_on = null, heartbeat_on = null`;

/** A running job, and the proof of ownership. */
export interface LockedJob extends JobRun {
  job: JobWithMetadata<unknown>;
}

const through = (db: Database) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await db.query(text, values) }),
});

/** The queues in which a job is due. */
export async function queuesWithWork(database: Database, queues: string[]): Promise<string[]> {
  const rows = await database.query<{ queue: string }>(
    `select queue from unnest($1::text[]) queue
      where exists (select 1 from pgboss.job j
                     where j.name = queue and j.state < 'active' and not j.blocked and j.start_after <= now())`,
    [queues],
  );
  return rows.map(({ queue }) => queue);
}

/**
 * Claims the next job of a queue. Claiming and locking are one transaction, so that no job is ever active without a server. Waits
 * for an earlier run of the same job that is still writing, which can write no more from then on.
 */
export function claimNext(
  database: DatabasePool,
  boss: PgBoss,
  queue: string,
  server: number,
): Promise<LockedJob | null> {
  const run = randomUUID();
  return database.transaction(async (db) => {
    const [job] = await boss.fetch(queue, { includeMetadata: true, db: through(db) });
    if (!job) return null;
    await db.query(
      `insert into job_holds (job_id, queue, run, server_id) values ($1, $2, $3, $4)
       on conflict (job_id) do update set run = excluded.run, server_id = excluded.server_id`,
      [job.id, queue, run, server],
    );
    return { job, run, server };
  });
}

export type Ending = { is: 'done' } | { is: 'failed' | 'interrupted'; error: unknown };

/** Ends a run if it still owns its job; returns `lost` if another server owns it by now, and only that one may end it. */
export function endRun(
  database: DatabasePool,
  boss: PgBoss,
  { job, run }: LockedJob,
  ending: Ending,
): Promise<Ending['is'] | 'lost'> {
  return database.transaction(async (db) => {
    const [lock] = await db.query<{ interruptions: number }>(
      'select interruptions from job_holds where run = $1 for update',
      [run],
    );
    if (!lock) return 'lost';
    if (ending.is === 'interrupted' && lock.interruptions < MAX_INTERRUPTIONS) {
      await putBack(db, [job.id]);
      return 'interrupted';
    }
    await db.query('delete from job_holds where run = $1', [run]);
    if (ending.is === 'done') {
      await boss.complete(job.name, job.id, null, { db: through(db) });
      return 'done';
    }
    // The queue would store every property of an error: a provider's quoted input, the values of a statement.
    await boss.fail(job.name, job.id, { message: briefReason(ending.error) }, { db: through(db) });
    return 'failed';
  });
}

/** Returns jobs to the queue as if they had never started; the servers that ran them no longer own them. */
async function putBack(db: Database, ids: string[]): Promise<void> {
  await db.query(
    `update job_holds set run = gen_random_uuid(), server_id = null, interruptions = interruptions + 1
      where job_id = any($1)`,
    [ids],
  );
  await db.query(`update pgboss.job set ${RELEASED} where id = any($1) and state = 'active'`, [ids]);
}

/**
 * Removes servers whose session is over, or that sent no heartbeat for too long because their machine was paused or disconnected.
 * Their running transactions are ended first; if such a server resumes, its jobs can no longer write to the database.
 */
export async function removeLostServers(
  database: DatabasePool,
  me: number,
  lostAfterSeconds: number,
): Promise<number[]> {
  return database.transaction(async (db) => {
    const rows = await db.query<{ id: number }>(
      `select id from job_servers
        where id <> $1 and (pg_try_advisory_xact_lock($2, id) or seen_at < now() - make_interval(secs => $3))
          for update skip locked`,
      [me, SERVER_LOCKS, lostAfterSeconds],
    );
    const lost = rows.map(({ id }) => id);
    if (lost.length === 0) return lost;
    await db.query(
      `select pg_terminate_backend(pid, 3000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and split_part(application_name, ',', 1) = any($1)`,
      [lost.flatMap((id) => [jobSessionName(id), serverSessionName(id)])],
    );
    await db.query('delete from job_servers where id = any($1)', [lost]);
    return lost;
  });
}

/**
 * Runs of this server in queues of which it knows no running job: the claim committed, but its response was lost with the
 * connection or the database. Runs that were in doubt at the previous check are returned to the queue; the others are returned
 * for the next check.
 */
export function releaseUncertain(
  database: DatabasePool,
  { server, queues, before }: { server: number; queues: string[]; before: string[] },
): Promise<string[]> {
  return database.transaction(async (db) => {
    const locked = await db.query<{ id: string; run: string }>(
      'select job_id as id, run from job_holds where server_id = $1 and queue = any($2) for update skip locked',
      [server, queues],
    );
    const uncertain = locked.filter(({ run }) => before.includes(run));
    if (uncertain.length > 0)
      await putBack(
        db,
        uncertain.map(({ id }) => id),
      );
    return locked.filter(({ run }) => !before.includes(run)).map(({ run }) => run);
  });
}

/** Returns jobs without a server to the queue; returns how many there were. */
export function releaseOrphanedJobs(database: DatabasePool, boss: PgBoss): Promise<number> {
  return database.transaction(async (db) => {
    const orphaned = await db.query<{ id: string; queue: string; interruptions: number }>(
      `select h.job_id as id, h.queue, h.interruptions from job_holds h
         join pgboss.job j on j.name = h.queue and j.id = h.job_id and j.state = 'active'
        where h.server_id is null for update of h skip locked`,
    );
    for (const { id, queue, interruptions } of orphaned) {
      if (interruptions < MAX_INTERRUPTIONS) continue;
      await db.query('delete from job_holds where job_id = $1', [id]);
      const message = `Its server was lost ${interruptions} times.`;
      await boss.fail(queue, id, { message }, { db: through(db) });
    }
    await putBack(
      db,
      orphaned.filter(({ interruptions }) => interruptions < MAX_INTERRUPTIONS).map(({ id }) => id),
    );
    await db.query(
      `delete from job_holds h where server_id is null
          and not exists (select 1 from pgboss.job j where j.name = h.queue and j.id = h.job_id
                                                       and j.state <= 'active')`,
    );
    return orphaned.length;
  });
}

/** Returns jobs that an earlier version left active without a lock to the queue; only the first server to start may do so. */
export async function releaseOfEarlierVersion(database: DatabasePool): Promise<void> {
  const [there] = await database.query<{ is: boolean }>(`select to_regclass('pgboss.job') is not null as is`);
  if (!there?.is) return;
  await database.query(
    `update pgboss.job j set ${RELEASED}
      where state = 'active' and not exists (select 1 from job_holds where job_id = j.id)
        and (select count(*) from job_servers) = 1`,
  );
}
