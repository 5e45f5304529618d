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

/** The account of each of these invoices at the payment provider. */
export async function findAccounts(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.arrays<[number, string]>(
    'select id, square_account from invoices where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(([id, account]) => [Number(id), account]));
}
