import type { DroppedRow, MovedRows } from '#platform/database/client-references.ts';
import type { Database } from '#platform/database/database.ts';
import { insertStored } from '#platform/database/insert-stored.ts';

export interface MergeRow {
  id: number;
  client_id: number;
  survivor_id: number;
  merged_at: Date;
  undone_at: Date | null;
  moved: MovedRows[] | null;
  dropped: DroppedRow[] | null;
  /** The ciphertext of the remaining client's card security code, if the merge replaced it. */
  replaced_cvc: string | null;
}

export async function insertMerge(
  db: Database,
  merge: { into: number; agent_id: number | null; agent_name: string; at: Date; replaced_cvc: string | null },
): Promise<number> {
  const [row] = await db.arrays<[number]>(
    `insert into client_merges (client_id, survivor_id, agent_id, agent_name, merged_at, replaced_cvc)
     values ($1, $1, $2, $3, $4, $5) returning id`,
    [merge.into, merge.agent_id, merge.agent_name, merge.at, merge.replaced_cvc],
  );
  if (!row) throw new Error('a merge was not stored');
  return Number(row[0]);
}

export async function saveMoved(
  db: Database,
  id: number,
  { moved, dropped }: { moved: MovedRows[]; dropped: DroppedRow[] },
): Promise<void> {
  await db.query('update client_merges set moved = $2, dropped = $3 where id = $1', [
    id,
    JSON.stringify(moved),
    JSON.stringify(dropped),
  ]);
}

/** Stores the rows of clients and their keys before both are deleted. */
export async function storeMerged(
  db: Database,
  merge: { id: number; into: number; others: readonly number[] },
): Promise<void> {
  await db.query(
    `insert into merged_clients (id, into_id, merge_id, created_at, wrapped_key, stored)
     select c.id, $1, $2, c.created_at, k.wrapped_key, to_jsonb(c)
       from clients c join client_keys k on k.id = c.id where c.id = any($3::bigint[])`,
    [merge.into, merge.id, merge.others],
  );
  await db.query('delete from clients where id = any($1::bigint[])', [merge.others]);
}

/** The remaining client has changed, even if it keeps all its values. */
export async function touchClient(db: Database, id: number, at: Date): Promise<void> {
  await db.query('update clients set updated_at = $2 where id = $1', [id, at]);
}

export async function lockMerge(db: Database, id: number): Promise<MergeRow | undefined> {
  const [row] = await db.query<MergeRow>(
    `select id, client_id, survivor_id, merged_at, undone_at, moved, dropped, replaced_cvc from client_merges
      where id = $1 for update`,
    [id],
  );
  return row;
}

/** Inserts the clients of a merge again, with their keys; returns their ids. */
export async function restoreMerged(
  db: Database,
  mergeId: number,
  stored: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const row of stored) ids.push(...(await insertStored(db, 'clients', row)));
  await db.query(
    `with gone as (delete from merged_clients where merge_id = $1 returning id, wrapped_key)
     insert into client_keys (id, wrapped_key) select id, wrapped_key from gone`,
    [mergeId],
  );
  return ids;
}

export async function endMerge(db: Database, id: number, at: Date): Promise<void> {
  await db.query(
    'update client_merges set undone_at = $2, moved = null, dropped = null, replaced_cvc = null where id = $1',
    [id, at],
  );
}

/** Removes what an undo would need of merges that can no longer be undone; former ids and keys remain. */
export async function expireMerges(db: Database, until: Date): Promise<void> {
  await db.query(
    `update merged_clients m set stored = null from client_merges c
      where c.id = m.merge_id and c.merged_at <= $1 and m.stored is not null`,
    [until],
  );
  await db.query(
    `update client_merges set moved = null, dropped = null, replaced_cvc = null
      where merged_at <= $1 and (moved is not null or dropped is not null or replaced_cvc is not null)`,
    [until],
  );
}

/** The clients that were merged into these, which are deleted with them. */
export async function findFormer(db: Database, ids: readonly number[]): Promise<{ id: number }[]> {
  return db.query('select id from merged_clients where into_id = any($1::bigint[]) order by id', [ids]);
}
