import type { Database } from '#platform/database/database.ts';

const PREFIX = 'reveals:';
const keyOf = (day: string, agentId: number) => `${PREFIX}${day}:${agentId}`;

/** Counts one reveal of an agent's day; returns its number, or null when the day has had `max` of them. */
export async function countReveal(
  db: Database,
  { agentId, day, max, now }: { agentId: number; day: string; max: number; now: Date },
): Promise<number | null> {
  const [row] = await db.query<{ hits: number }>(
    `insert into rate_limits as r (key, window_start, hits) values ($1, $2, 1)
     on conflict (key) do update set hits = r.hits + 1 where r.hits < $3 returning hits`,
    [keyOf(day, agentId), now, max],
  );
  return row?.hits ?? null;
}

export async function revealsOf(db: Database, agentId: number, day: string): Promise<number> {
  const [row] = await db.query<{ hits: number }>('select hits from rate_limits where key = $1', [
    keyOf(day, agentId),
  ]);
  return row?.hits ?? 0;
}

/** The names of agents who reached `max` reveals on a day. */
export async function namesAtLimit(db: Database, day: string, max: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select a.first_name || ' ' || a.last_name as name from agents a
       join rate_limits r on r.key = $1 || a.id where r.hits >= $2 order by name`,
    [`${PREFIX}${day}:`, max],
  );
  return rows.map(({ name }) => name);
}
