import type { Database } from '#platform/database/database.ts';
import { countUpTo, hitsOf } from '#platform/rate-limit/rate-limit.ts';

const keyOf = (day: string, agentId: number) => `reveals:${day}:${agentId}`;

/** Counts one reveal of an agent's day; returns its number, or null when the day has had `max` of them. */
export function countReveal(
  db: Database,
  { agentId, day, max, now }: { agentId: number; day: string; max: number; now: Date },
): Promise<number | null> {
  return countUpTo(db, keyOf(day, agentId), max, now);
}

export async function revealsOf(db: Database, agentId: number, day: string): Promise<number> {
  const [hits = 0] = await hitsOf(db, [keyOf(day, agentId)]);
  return hits;
}

/** The names of agents who reached `max` reveals on a day. */
export async function namesAtLimit(db: Database, day: string, max: number): Promise<string[]> {
  const agents = await db.query<{ id: number; name: string }>(
    `select id, first_name || ' ' || last_name as name from agents order by name`,
  );
  const hits = await hitsOf(
    db,
    agents.map(({ id }) => keyOf(day, id)),
  );
  return agents.filter((_, at) => (hits[at] ?? 0) >= max).map(({ name }) => name);
}
