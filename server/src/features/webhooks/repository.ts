import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { providerEvents } from './schema.ts';

export type StoredEvent = typeof providerEvents.$inferSelect;
export type NewEvent = Pick<StoredEvent, 'port' | 'provider' | 'square_account' | 'event_id' | 'type'>;

/** The columns that the job needs. */
export type QueuedEvent = Pick<StoredEvent, 'id' | 'port'>;

/** The new row's id; undefined for an event that is stored already. */
export async function insertEvent(db: Database, event: NewEvent, now: Date): Promise<number | undefined> {
  const row = { ...event, received_at: now, queued_at: now };
  const added = db.orm.insert(providerEvents).values(row).onConflictDoNothing();
  return (await first(added.returning()))?.id;
}

export async function saveBody(db: Database, id: number, raw: string): Promise<void> {
  await db.query('update provider_events set raw = $2 where id = $1', [id, raw]);
}

export function findEvent(db: Database, id: number): Promise<StoredEvent | undefined> {
  return first(db.query('select * from provider_events where id = $1', [id]));
}

/** The event's row, locked until the transaction ends. */
export async function lockEvent(db: Database, id: number): Promise<string | undefined> {
  const rows = db.query<StoredEvent>('select * from provider_events where id = $1 for update', [id]);
  return (await first(rows))?.status;
}

export async function markProcessed(
  db: Database,
  id: number,
  { at, note, subject }: { at: Date; note: string | null; subject: string | null },
): Promise<void> {
  await db.query(
    `update provider_events
        set status = 'processed', processed_at = $2, note = $3, subject = $4, error = null, is_waiting = false, raw = null
      where id = $1`,
    [id, at, note, subject],
  );
}

export interface Failure {
  at: Date;
  error: string;
  subject: string | null;
  is_waiting: boolean;
}

/** Counts a failed attempt; returns the resulting status: `parked` after the last one. */
export async function recordFailure(
  db: Database,
  id: number,
  { at, error, subject, is_waiting }: Failure,
  maxAttempts: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ status: string }>(
    `update provider_events
        set attempts = attempts + 1, queued_at = $2, error = $3, subject = coalesce($4, subject), is_waiting = $5,
            status = case when attempts + 1 >= $6 then 'parked' else 'new' end
      where id = $1 and status = 'new' returning status`,
    [id, at, error, subject, is_waiting, maxAttempts],
  );
  return row?.status;
}

/** Events whose job was lost; marks them as queued now. */
export function claimStale(db: Database, before: Date, now: Date): Promise<QueuedEvent[]> {
  return db.query(
    `update provider_events set queued_at = $2
      where id in (select id from provider_events
                    where status = 'new' and coalesce(queued_at, received_at) < $1 order by id limit 500
                      for update skip locked)
      returning id, port`,
    [before, now],
  );
}

/** A parked event that waits for its subject, and the time of the last attempt. */
export type WaitingEvent = Pick<StoredEvent, 'id' | 'port' | 'square_account' | 'subject' | 'queued_at'>;

/** Parked events that only wait, received after `since` and positioned after `after`; least recently tried first. */
export function listWaiting(
  db: Database,
  since: Date,
  after: WaitingEvent | undefined,
  limit: number,
): Promise<WaitingEvent[]> {
  return db.query(
    `select id, port, square_account, subject, queued_at from provider_events
      where status = 'parked' and is_waiting and received_at >= $1 and ($3::bigint is null or (queued_at, id) > ($2, $3))
      order by queued_at, id limit $4`,
    [since, after?.queued_at ?? null, after?.id ?? null, limit],
  );
}

/** Retries those that are still parked. */
export function retryWaiting(db: Database, ids: readonly number[], now: Date): Promise<QueuedEvent[]> {
  return db.query(
    `update provider_events set status = 'new', attempts = 0, queued_at = $2
      where id in (select id from provider_events where id = any($1) and status = 'parked' order by id for update skip locked)
      returning id, port`,
    [ids, now],
  );
}

/** Retries parked events: one, or all. */
export function replayParked(db: Database, now: Date, id: number | null = null): Promise<QueuedEvent[]> {
  return db.query(
    `update provider_events set status = 'new', attempts = 0, queued_at = $1
      where status = 'parked' and ($2::bigint is null or id = $2) returning id, port`,
    [now, id],
  );
}

/** Deletes what was processed or received before these times; returns how many of each. */
export async function deleteOld(
  db: Database,
  before: { processed: Date; parked: Date },
): Promise<{ processed: number; parked: number }> {
  const rows = await db.query<{ status: string }>(
    `delete from provider_events
      where status = 'processed' and processed_at < $1 or status = 'parked' and received_at < $2 returning status`,
    [before.processed, before.parked],
  );
  const parked = rows.filter(({ status }) => status === 'parked').length;
  return { processed: rows.length - parked, parked };
}
