import type { Database } from '#platform/database/database.ts';

/** The end of the period for which changes were requested; undefined before the first time. */
export async function findReconciledUntil(db: Database, provider: string): Promise<Date | undefined> {
  const [row] = await db.query<{ asked_until: Date }>(
    'select asked_until from esign_reconciles where provider = $1',
    [provider],
  );
  return row?.asked_until;
}

export async function saveReconciledUntil(db: Database, provider: string, at: Date): Promise<void> {
  await db.query(
    `insert into esign_reconciles (provider, asked_until) values ($1, $2)
     on conflict (provider) do update set asked_until = greatest(esign_reconciles.asked_until, excluded.asked_until)`,
    [provider, at],
  );
}
