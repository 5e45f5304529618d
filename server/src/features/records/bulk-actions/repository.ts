import type { ItemState } from '@ledgerline/contract/bulk-actions/endpoints';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { type operationItems, operations } from './schema.ts';

export type OperationRow = typeof operations.$inferSelect;
export type ItemRow = typeof operationItems.$inferSelect;

export function insertOperation(
  db: Database,
  row: Pick<OperationRow, 'agent_id' | 'agent_name' | 'kind'>,
  now: Date,
): Promise<OperationRow> {
  const draft = { ...row, state: 'draft', created_at: now, progressed_at: now } as const;
  return stored(db.orm.insert(operations).values(draft).returning());
}

export function findOperation(db: Database, id: number): Promise<OperationRow | undefined> {
  return first(db.orm.select().from(operations).where(eq(operations.id, id)));
}

/** Locks the operation until the transaction ends, so that two jobs on one operation take turns. */
export function lockOperation(db: Database, id: number): Promise<OperationRow | undefined> {
  return first(db.orm.select().from(operations).where(eq(operations.id, id)).for('update'));
}

/** Locks the running operations of these kinds, so that they share one pace. */
export async function lockRunning(db: Database, kinds: readonly OperationRow['kind'][]): Promise<void> {
  await db.query(
    `select id from operations where state = 'running' and kind = any($1) order by id for update`,
    [kinds],
  );
}

/** Sets columns and the heartbeat. */
export async function changeOperation(
  db: Database,
  id: number,
  changes: Partial<Omit<OperationRow, 'id' | 'progressed_at'>>,
  now: Date,
): Promise<OperationRow> {
  const set = { ...changes, progressed_at: now };
  return stored(db.orm.update(operations).set(set).where(eq(operations.id, id)).returning());
}

export async function deleteOperation(db: Database, id: number): Promise<void> {
  await db.query('delete from operations where id = $1', [id]);
}

export interface PlannedItem {
  record_id: number;
  client_id: number | null;
  state: ItemState;
  reason: string;
}

export async function insertItems(
  db: Database,
  operationId: number,
  items: readonly PlannedItem[],
): Promise<void> {
  await db.query(
    `insert into operation_items (operation_id, record_id, client_id, state, reason)
     select $1, v.* from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as v`,
    [
      operationId,
      items.map(({ record_id }) => record_id),
      items.map(({ client_id }) => client_id),
      items.map(({ state }) => state),
      items.map(({ reason }) => reason),
    ],
  );
}

/** The next records that a run has not processed yet, of all or of these. */
export function pendingItems(
  db: Database,
  operationId: number,
  limit: number,
  recordIds?: readonly number[],
): Promise<ItemRow[]> {
  return db.query(
    `select * from operation_items
      where operation_id = $1 and state = 'pending' and ($3::bigint[] is null or record_id = any($3))
      order by record_id limit $2`,
    [operationId, limit, recordIds ?? null],
  );
}

/** All records that a run has not processed yet; those whose service was unavailable come last. */
export async function pendingRecords(db: Database, operationId: number): Promise<number[]> {
  const rows = await db.arrays<[number]>(
    `select record_id from operation_items where operation_id = $1 and state = 'pending'
      order by done_at nulls first, record_id`,
    [operationId],
  );
  return rows.map(([id]) => Number(id));
}

/** The service of a record was unavailable. */
export async function postponeRecord(
  db: Database,
  operationId: number,
  recordId: number,
  now: Date,
): Promise<void> {
  await db.query(
    `update operation_items set done_at = $3 where operation_id = $1 and record_id = $2 and state = 'pending'`,
    [operationId, recordId, now],
  );
}

/** The last records whose change is not undone yet: an undo goes backwards. */
export function undoableItems(db: Database, operationId: number, limit: number): Promise<ItemRow[]> {
  return db.query(
    `select * from operation_items where operation_id = $1 and state = 'changed' and undo is null
      order by record_id desc limit $2`,
    [operationId, limit],
  );
}

export type DoneItem = Pick<ItemRow, 'id' | 'reason' | 'result'> & { state: Exclude<ItemState, 'pending'> };

/** Stores what happened to records and counts them, in the transaction in which it happened. */
export async function saveOutcomes(
  db: Database,
  operationId: number,
  items: readonly DoneItem[],
  now: Date,
): Promise<void> {
  await db.query(
    `update operation_items i set state = v.state, reason = v.reason, result = v.result::jsonb, done_at = $5
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as v (id, state, reason, result)
      where i.id = v.id`,
    [
      items.map(({ id }) => id),
      items.map(({ state }) => state),
      items.map(({ reason }) => reason),
      items.map(({ result }) => (result === null ? null : JSON.stringify(result))),
      now,
    ],
  );
  const count = (state: ItemState) => items.filter((item) => item.state === state).length;
  await db.query(
    `update operations set changed = changed + $2, skipped = skipped + $3, rejected = rejected + $4, progressed_at = $5
      where id = $1`,
    [operationId, count('changed'), count('skipped'), count('rejected'), now],
  );
}

export type UndoneItem = Pick<ItemRow, 'id' | 'reason'> & { undo: 'undone' | 'kept' };

export async function saveUndone(
  db: Database,
  operationId: number,
  items: readonly UndoneItem[],
  now: Date,
): Promise<void> {
  await db.query(
    `update operation_items i set undo = v.undo, reason = v.reason
       from unnest($1::bigint[], $2::text[], $3::text[]) as v (id, undo, reason) where i.id = v.id`,
    [items.map(({ id }) => id), items.map(({ undo }) => undo), items.map(({ reason }) => reason)],
  );
  const undone = items.filter(({ undo }) => undo === 'undone').length;
  await db.query(
    'update operations set undone = undone + $2, kept = kept + $3, progressed_at = $4 where id = $1',
    [operationId, undone, items.length - undone, now],
  );
}

/** Makes the records that an earlier undo left undoable again. */
export async function reopenKept(db: Database, operationId: number): Promise<void> {
  await db.query(
    `update operation_items set undo = null, reason = '' where operation_id = $1 and undo = 'kept'`,
    [operationId],
  );
  await db.query('update operations set kept = 0 where id = $1', [operationId]);
}

/** Skips or rejects the records that an ended run has not processed. */
export async function endPending(
  db: Database,
  operationId: number,
  { state, reason }: { state: 'skipped' | 'rejected'; reason: string },
): Promise<void> {
  await db.query(
    `with ended as (
       update operation_items set state = $2, reason = $3
        where operation_id = $1 and state = 'pending' returning 1)
     update operations set ${state} = ${state} + (select count(*) from ended) where id = $1`,
    [operationId, state, reason],
  );
}

/** Removes drafts that were created before an instant, and operations that can no longer be undone. */
export async function removeExpired(
  db: Database,
  { drafts, done }: { drafts: Date; done: Date },
): Promise<void> {
  await db.query(
    `delete from operations
      where (state = 'draft' and created_at < $1) or (state in ('done', 'undone') and finished_at < $2)`,
    [drafts, done],
  );
}
