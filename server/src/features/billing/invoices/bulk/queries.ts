import { BALANCE } from '#features/billing/invoice-store/find-invoices.ts';
import type { Database } from '#platform/database/database.ts';

/** The total balance due of these invoices, in cents. */
export async function sumBalance(db: Database, ids: readonly number[]): Promise<number> {
  const [row] = await db.arrays(
    `select coalesce(sum(${BALANCE}), 0)::bigint
       from invoices where id = any($1::bigint[])`,
    [ids],
  );
  return Number(row?.[0] ?? 0);
}
