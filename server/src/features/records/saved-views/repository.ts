import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { savedViews } from './schema.ts';

export type SavedViewRow = typeof savedViews.$inferSelect;

const ROW = `select id, list, private_to, agent_id, content, version, changed_by, created_at, updated_at, deleted_at
               from saved_views`;

/** The agent's own views of a list and the shared ones. */
export function listVisible(db: Database, list: SavedViewList, agentId: number): Promise<SavedViewRow[]> {
  return db.query(
    `${ROW} where list = $1 and deleted_at is null and (private_to is null or private_to = $2) order by id`,
    [list, agentId],
  );
}

/** Deleted views that are the agent's own or were shared, from after an instant. */
export function listDeleted(
  db: Database,
  list: SavedViewList,
  agentId: number,
  after: Date,
): Promise<SavedViewRow[]> {
  return db.query(
    `${ROW} where list = $1 and deleted_at > $3 and (private_to is null or private_to = $2)
      order by deleted_at desc, id desc`,
    [list, agentId, after],
  );
}

export function lockView(db: Database, id: number): Promise<SavedViewRow | undefined> {
  return first(db.query<SavedViewRow>(`${ROW} where id = $1 for update`, [id]));
}

/** How many views an agent has in a list. */
export async function countOwn(db: Database, list: SavedViewList, agentId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from saved_views where agent_id = $1 and list = $2 and deleted_at is null',
    [agentId, list],
  );
  return row?.count ?? 0;
}

export async function insertView(db: Database, row: typeof savedViews.$inferInsert): Promise<SavedViewRow> {
  return stored(db.orm.insert(savedViews).values(row).returning());
}

export async function changeView(
  db: Database,
  id: number,
  change: Partial<Omit<SavedViewRow, 'id' | 'list'>>,
): Promise<SavedViewRow> {
  return stored(db.orm.update(savedViews).set(change).where(eq(savedViews.id, id)).returning());
}

/** The ids of pinned views that the agent can still see, in order. */
export async function listPins(db: Database, list: SavedViewList, agentId: number): Promise<number[]> {
  const rows = await db.query<{ view_id: number }>(
    `select p.view_id from saved_view_pins p join saved_views v on v.id = p.view_id
      where p.agent_id = $1 and v.list = $2 and v.deleted_at is null and (v.private_to is null or v.private_to = $1)
      order by p.position, p.view_id`,
    [agentId, list],
  );
  return rows.map(({ view_id }) => view_id);
}

/** Replaces the pins of visible views; those of views that are deleted or no longer shared stay for their return. */
export async function setPins(
  db: Database,
  list: SavedViewList,
  agentId: number,
  ids: readonly number[],
): Promise<void> {
  await db.query(
    `delete from saved_view_pins p using saved_views v
      where v.id = p.view_id and p.agent_id = $1 and v.list = $2 and v.deleted_at is null
        and (v.private_to is null or v.private_to = $1)`,
    [agentId, list],
  );
  await db.query(
    `insert into saved_view_pins (agent_id, view_id, position)
     select $1, n.id, n.position from unnest($2::bigint[]) with ordinality n (id, position)
     on conflict (agent_id, view_id) do update set position = excluded.position`,
    [agentId, ids],
  );
}

export async function findDefault(
  db: Database,
  list: SavedViewList,
  agentId: number,
): Promise<number | null> {
  const row = await first(
    db.query<{ view_id: number }>(
      `select d.view_id from saved_view_defaults d join saved_views v on v.id = d.view_id
        where d.agent_id = $1 and d.list = $2 and v.deleted_at is null and (v.private_to is null or v.private_to = $1)`,
      [agentId, list],
    ),
  );
  return row?.view_id ?? null;
}

export async function setDefault(
  db: Database,
  list: SavedViewList,
  agentId: number,
  viewId: number | null,
): Promise<void> {
  if (viewId === null) {
    await db.query('delete from saved_view_defaults where agent_id = $1 and list = $2', [agentId, list]);
    return;
  }
  await db.query(
    `insert into saved_view_defaults (agent_id, list, view_id) values ($1, $2, $3)
     on conflict (agent_id, list) do update set view_id = excluded.view_id`,
    [agentId, list, viewId],
  );
}

/** Removes up to `most` views that were deleted before an instant; returns how many. */
export async function removeDeleted(db: Database, before: Date, most: number): Promise<number> {
  const rows = await db.query(
    `delete from saved_views where id in (
       select id from saved_views where deleted_at <= $1 order by deleted_at limit $2) returning id`,
    [before, most],
  );
  return rows.length;
}
