import type { Database } from '#platform/database/database.ts';

/** The usernames of deleted agents, from the audit log. */
export async function findNamesOfDeleted(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ id: number; username: string }>(
    `select entity_id as id, old_value #>> '{}' as username from audit_events
      where entity = 'agent' and action = 'deleted' and entity_id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, username }) => [id, username]));
}

export async function countOwned(db: Database, agentId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from client_outlines where owner_agent_id = $1',
    [agentId],
  );
  return row?.count ?? 0;
}

/** The next clients that an agent owns, in id order. */
export async function findOwned(
  db: Database,
  agentId: number,
  page: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db.arrays<[number]>(
    `select client_id from client_outlines where owner_agent_id = $1 and client_id > $2
      order by client_id limit $3`,
    [agentId, page.after, page.limit],
  );
  return rows.map(([id]) => Number(id));
}

/** A client's owner and name; undefined if it does not exist. */
export async function findOwner(
  db: Database,
  id: number,
): Promise<{ id: number; owner: number | null; first_name: string; last_name: string } | undefined> {
  const [row] = await db.arrays<[number | null, string | null, string | null]>(
    'select owner_agent_id, client_first_name, client_last_name from clients where id = $1',
    [id],
    'owner_of_client',
  );
  if (!row) return undefined;
  const [owner, first_name, last_name] = row;
  return { id, owner, first_name: first_name ?? '', last_name: last_name ?? '' };
}
