import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { MovedRows } from '#platform/database/client-references.ts';
import type { Database } from '#platform/database/database.ts';

export interface ListedMerge {
  id: number;
  client_id: number;
  first_name: string | null;
  last_name: string | null;
  agent_name: string;
  merged_at: Date;
  undone_at: Date | null;
  moved: MovedRows[] | null;
  merged: { id: number; first_name: string | null; last_name: string | null }[];
}

const MAX_MERGES = 200;

/** Merges after a time with the clients that they merged, newest first. */
export function listMerges(db: Database, since: Date): Promise<ListedMerge[]> {
  return db.query(
    `select m.id, m.client_id, c.client_first_name as first_name, c.client_last_name as last_name, m.agent_name,
            m.merged_at, m.undone_at, m.moved,
            coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'first_name', f.stored ->> 'client_first_name',
                                                          'last_name', f.stored ->> 'client_last_name') order by f.id)
                        from merged_clients f where f.merge_id = m.id), '[]') as merged
       from client_merges m join clients c on c.id = m.client_id
      where m.merged_at > $1 order by m.id desc limit ${MAX_MERGES}`,
    [since],
  );
}

/** The clients that remain of these that were merged. */
export async function findMerged(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.arrays<[number, number]>(
    'select id, into_id from merged_clients where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(([id, into]) => [Number(id), Number(into)]));
}

/** Whether another merge into the same client is to be undone first. In the transaction that locked this client. */
export async function hasLaterMerge(
  db: Database,
  merge: { id: number; survivor_id: number },
): Promise<boolean> {
  const rows = await db.arrays(
    'select 1 from client_merges where client_id = $1 and survivor_id = $1 and id > $2 and undone_at is null limit 1',
    [merge.survivor_id, merge.id],
  );
  return rows.length > 0;
}

/** How many of these clients the agent sees. */
export async function countSeen(db: Database, ids: readonly number[]): Promise<number> {
  return (await db.arrays('select 1 from clients where id = any($1::bigint[])', [ids])).length;
}

const AGENT_COLUMNS = [
  'created_by',
  ...CLIENT_FIELDS.filter(({ kind }) => kind === 'agent').map(({ name }) => name),
];
/** An agent who was deleted since is no longer named. */
const PRESENT_AGENTS = AGENT_COLUMNS.map(
  (column) => `'${column}', (select a.id from agents a where a.id = (m.stored ->> '${column}')::bigint)`,
).join(', ');

/** The rows of the clients of a merge as JSON texts, to insert them again. Their cached texts are rebuilt: they may be outdated. */
export async function findStored(db: Database, mergeId: number): Promise<string[]> {
  const rows = await db.arrays<[string]>(
    `select (m.stored || jsonb_build_object('ledger_text', null, ${PRESENT_AGENTS}))::text from merged_clients m
      where m.merge_id = $1 and m.stored is not null order by m.id`,
    [mergeId],
  );
  return rows.map(([row]) => row);
}
