import type { Database } from '../database/database.ts';

/** Whether this queue has a job about this row that waits or, if requested, runs. */
export async function hasJob(
  db: Database,
  queue: string,
  id: number,
  states: 'waiting' | 'waiting_or_running',
): Promise<boolean> {
  const [row] = await db.arrays<[boolean]>(
    `select exists (select from pgboss.job where name = $1 and data->>'id' = $2 and state = any($3::pgboss.job_state[]))`,
    [queue, String(id), states === 'waiting' ? ['created', 'retry'] : ['created', 'retry', 'active']],
  );
  return row?.[0] === true;
}
