import { type OperationItem, RECORDED_KINDS } from '@ledgerline/contract/bulk-actions/endpoints';
import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { clientName, readColumn } from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';
import type { OperationRow } from './repository.ts';

export type ListedOperation = OperationRow & { undone_by_name: string | null };

const LISTED = `select o.*, a.first_name || ' ' || a.last_name as undone_by_name
                  from operations o left join agents a on a.id = o.undone_by`;

const MAX_RECORDED = 1000;

/** All bulk actions that have run, or run, and the latest edits; `agentId` null lists every agent's. */
export function listOperations(db: Database, agentId: number | null): Promise<ListedOperation[]> {
  return db.query(
    `${LISTED} where o.state <> 'draft' and ($1::bigint is null or o.agent_id = $1)
        and (o.kind <> all($2) or o.id in (
          select id from operations where kind = any($2) and ($1::bigint is null or agent_id = $1)
           order by id desc limit ${MAX_RECORDED}))
      order by o.id desc`,
    [agentId, RECORDED_KINDS],
  );
}

export async function findListed(db: Database, id: number): Promise<ListedOperation | undefined> {
  const [row] = await db.query<ListedOperation>(`${LISTED} where o.id = $1`, [id]);
  return row;
}

export type ItemView = 'all' | 'pending' | 'changed' | 'skipped' | 'rejected' | 'kept';

/** A fixed text for each view: no caller input enters the SQL. */
const CONDITIONS: Record<ItemView, string> = {
  all: 'true',
  pending: `i.state = 'pending'`,
  changed: `i.state = 'changed'`,
  skipped: `i.state = 'skipped'`,
  rejected: `i.state = 'rejected'`,
  kept: `i.undo = 'kept'`,
};

/** Names and ids of clients only where the agent can see them. */
const ITEMS = `select i.record_id, c.id as client_id, i.state, i.undo, i.reason,
                      ${clientName('c')} as label
                 from operation_items i left join clients c on c.id = i.client_id`;

export async function findItemPage(
  db: Database,
  page: { operation_id: number; show: ItemView; limit: number; offset: number },
): Promise<{ rows: OperationItem[]; total: number }> {
  const where = `where i.operation_id = $1 and ${CONDITIONS[page.show]}`;
  const [count] = await db.arrays(`select count(*) from operation_items i ${where}`, [page.operation_id]);
  const rows = await db.query<OperationItem>(`${ITEMS} ${where} order by i.record_id limit $2 offset $3`, [
    page.operation_id,
    page.limit,
    page.offset,
  ]);
  return { rows, total: Number(count?.[0] ?? 0) };
}

/** Items in order of their records after one of them. */
export function itemsAfter(
  db: Database,
  operationId: number,
  after: number,
  limit: number,
): Promise<OperationItem[]> {
  return db.query(`${ITEMS} where i.operation_id = $1 and i.record_id > $2 order by i.record_id limit $3`, [
    operationId,
    after,
    limit,
  ]);
}

export function firstPending(db: Database, operationId: number, limit: number): Promise<OperationItem[]> {
  return db.query(
    `${ITEMS} where i.operation_id = $1 and i.state = 'pending' order by i.record_id limit $2`,
    [operationId, limit],
  );
}

/** The records that a draft would change. */
export async function pendingIds(db: Database, operationId: number): Promise<number[]> {
  const rows = await db.arrays<[number]>(
    `select record_id from operation_items where operation_id = $1 and state = 'pending'`,
    [operationId],
  );
  return rows.map(([id]) => Number(id));
}

/** `[id, stored value]` of one field of the clients that exist. */
export function findValues(
  db: Database,
  ids: readonly number[],
  field: CatalogField,
): Promise<[id: number, stored: unknown][]> {
  return db.arrays(`select id, "${readColumn(field)}" from clients where id = any($1::bigint[])`, [ids]);
}

/** The owners of clients that exist. */
export function findOwners(
  db: Database,
  ids: readonly number[],
): Promise<{ id: number; owner_agent_id: number | null }[]> {
  return db.query('select id, owner_agent_id from clients where id = any($1::bigint[])', [ids]);
}

/** How many emails of bulk actions were queued since an instant. */
export async function countEmails(
  db: Database,
  kinds: readonly OperationRow['kind'][],
  since: Date,
): Promise<number> {
  const [row] = await db.arrays(
    `select count(*) from operations o join operation_items i on i.operation_id = o.id
      where o.kind = any($1) and o.progressed_at > $2 and i.state = 'changed' and i.done_at > $2`,
    [kinds, since],
  );
  return Number(row?.[0] ?? 0);
}

/** Operations whose job stopped with its server: no heartbeat since an instant. */
export function findStalled(db: Database, since: Date): Promise<Pick<OperationRow, 'id' | 'kind'>[]> {
  return db.query(
    `select id, kind from operations where state in ('running', 'undoing') and progressed_at < $1 order by id`,
    [since],
  );
}

export async function agentName(db: Database, id: number): Promise<string | null> {
  const [row] = await db.arrays<[string]>(`select first_name || ' ' || last_name from agents where id = $1`, [
    id,
  ]);
  return row?.[0] ?? null;
}
