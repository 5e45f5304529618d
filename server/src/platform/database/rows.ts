import type { Database } from './database.ts';

/** The first of the requested rows, if there is one. */
export async function first<Row>(rows: PromiseLike<Row[]>): Promise<Row | undefined> {
  return (await rows)[0];
}

/** Cuts the rows of an unpaginated list, of which up to one more than the maximum was read. */
export function cut<Row>(rows: Row[], most: number): { rows: Row[]; truncated: boolean } {
  return { rows: rows.slice(0, most), truncated: rows.length > most };
}

/** The number of rows of each of these clients that has any; `rows` is a table or subquery with a `client_id`. */
export async function countByClient(
  db: Database,
  rows: string,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const counts = await db.arrays<[number, number]>(
    `select client_id, count(*) from ${rows} where client_id = any($1::bigint[]) group by client_id`,
    [ids],
  );
  return new Map(counts);
}

/** The stored row, as returned by an insert. */
export async function stored<Row>(rows: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (row === undefined) throw new Error('the row was not stored');
  return row;
}
