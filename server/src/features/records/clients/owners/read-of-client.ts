import type { Database } from '#platform/database/database.ts';
import { visibleIdsOf } from '#platform/database/visible-rows.ts';
import { currentAccessScope, withAccessScope } from '#platform/database/work.ts';
import { AppError } from '#platform/errors.ts';

/** Reads rows from the tables themselves; only for rows that are visible exactly when the client is. */
export type ReadOfClient = <Rows>(read: () => Promise<Rows>) => Promise<Rows>;

/**
 * Reads what belongs to one client, for agents with restricted access without the views, which PostgreSQL takes long to plan
 * (decision 122). The client is checked before, and again afterwards: a colleague may have taken it over meanwhile.
 */
export async function readOfClient<Result>(
  db: Database,
  clientId: number,
  work: (ofClient: ReadOfClient) => Promise<Result>,
): Promise<Result> {
  await assertVisible(db, clientId);
  const result = await work((read) => withAccessScope(undefined, read));
  if (currentAccessScope()) await assertVisible(db, clientId);
  return result;
}

async function assertVisible(db: Database, clientId: number): Promise<void> {
  const seen = await visibleIdsOf(db, 'clients', [clientId]);
  if (seen.length === 0) throw new AppError('not_found', { message: 'Client not found.' });
}
