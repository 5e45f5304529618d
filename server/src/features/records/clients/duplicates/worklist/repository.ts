import type { Database } from '#platform/database/database.ts';
import { comparedDigest, type PairRow, pairColumns } from '../scanning/queries.ts';

export interface ListedPair extends PairRow {
  id: number;
  dismissed_at: Date | null;
  dismissed_by_name: string | null;
}

const condition = (isDismissed: boolean) => `p.dismissed_at is ${isDismissed ? 'not ' : ''}null`;

export async function countPairs(db: Database, isDismissed: boolean): Promise<number> {
  const [row] = await db.arrays<[number]>(
    `select count(*) from duplicate_pairs p join client_outlines a on a.client_id = p.one_id
       join client_outlines b on b.client_id = p.other_id where ${condition(isDismissed)}`,
  );
  return Number(row?.[0] ?? 0);
}

/** Pairs of existing clients, strongest first; dismissed ones by time, latest first. */
export function findPage(
  db: Database,
  { isDismissed, limit, offset }: { isDismissed: boolean; limit: number; offset: number },
): Promise<ListedPair[]> {
  return db.query(
    `select p.id, p.dismissed_at, p.dismissed_by_name, ${pairColumns('a', 'b')}
       from duplicate_pairs p join clients a on a.id = p.one_id join clients b on b.id = p.other_id
      where ${condition(isDismissed)}
      order by ${isDismissed ? 'p.dismissed_at desc' : 'p.score desc'}, p.id limit $1 offset $2`,
    [limit, offset],
  );
}

/** Dismisses a pair as it is now, or undoes that; false if the agent sees no such pair. */
export async function savePair(
  db: Database,
  id: number,
  by: { id: number; name: string; at: Date } | null,
): Promise<{ one_id: number; other_id: number } | undefined> {
  const [row] = await db.query<{ one_id: number; other_id: number }>(
    `update duplicate_pairs p
        set dismissed_at = $2, dismissed_by = $3, dismissed_by_name = $4, compared = ${comparedDigest('a', 'b')}
       from clients a, clients b where p.id = $1 and a.id = p.one_id and b.id = p.other_id
      returning p.one_id, p.other_id`,
    [id, by?.at ?? null, by?.id ?? null, by?.name ?? null],
  );
  return row;
}
