import type { Database } from '#platform/database/database.ts';

/** The total balance due of these invoices, in cents. */
export async function sumBalance(db: Database, ids: readonly number[]): Promise<number> {
  const [row] = await db.arrays(
    `select coalesce(sum(greatest(0, total_cents - coalesce(paid_amount_cents, 0))), 0)::bigint
       from invoices where id = any($1::bigint[])`,
    [ids],
  );
  return Number(row?.[0] ?? 0);
}
