import { randomInt } from 'node:crypto';
import type { Database, DatabasePool } from '../database/database.ts';
import { OPENED_MINUTES } from './coalesce.ts';

/** One audit row that is written in a batch with rows of other actors and times. */
export interface GatheredRow {
  /** As returned by `auditedAs`: time, actor and source. */
  who: unknown[];
  action: string;
  entity: string;
  entity_id: number | null;
  field: string | null;
  new_value: unknown;
  /** Not written if the same agent has such a row from the last minutes, from another server or before a restart. */
  isOnce: boolean;
}

/** The columns of both sides in order: actor and time as returned by `auditedAs`, then the action. */
const WRITE = `insert into audit_events
     (at, actor_kind, actor_id, actor_name, address, operation, request_id, action, entity, entity_id, field, new_value)
   select r.at, r.actor_kind, r.actor_id, r.actor_name, r.address, r.operation, r.request_id,
          r.action, r.entity, r.entity_id, r.field, r.new_value::jsonb
     from unnest($1::timestamptz[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
                 $8::text[], $9::text[], $10::bigint[], $11::text[], $12::text[], $13::boolean[])
          with ordinality as r (at, actor_kind, actor_id, actor_name, address, operation, request_id,
                                action, entity, entity_id, field, new_value, is_once, position)
    where not exists (
      select from audit_events e
       where e.at = r.at and e.actor_kind = r.actor_kind and e.actor_id is not distinct from r.actor_id
         and e.request_id is not distinct from r.request_id and e.entity = r.entity and e.action = r.action
         and e.entity_id is not distinct from r.entity_id and e.field is not distinct from r.field
         and e.new_value is not distinct from r.new_value::jsonb)
      and not (r.is_once and exists (
      select from audit_events e
       where e.actor_id = r.actor_id and e.at > r.at - interval '${OPENED_MINUTES} minutes' and e.at <= r.at
         and e.actor_kind = r.actor_kind and e.entity = r.entity and e.action = r.action
         and e.entity_id is not distinct from r.entity_id and e.field is not distinct from r.field))
    order by r.position`;

/** One per process: it has one connection for these rows, and the lock below is between its own attempts. */
const WRITER = randomInt(2 ** 31);
const WRITER_LOCKS = 7104;

/**
 * Writes rows of any actors in one transaction. Rows that already exist are not written twice: an attempt whose response was lost
 * may have committed or may still be running, so attempts of one process exclude each other.
 */
export async function writeGathered(database: DatabasePool, rows: readonly GatheredRow[]): Promise<void> {
  if (rows.length === 0) return;
  await database.transaction(async (db) => {
    await db.send('select pg_advisory_xact_lock($1, $2)', [WRITER_LOCKS, WRITER]);
    await insertMissing(db, rows);
  });
}

async function insertMissing(db: Database, rows: readonly GatheredRow[]): Promise<void> {
  const column = (index: number) => rows.map(({ who }) => who[index]);
  await db.query(
    WRITE,
    [
      ...Array.from({ length: 7 }, (_, index) => column(index)),
      rows.map(({ action }) => action),
      rows.map(({ entity }) => entity),
      rows.map(({ entity_id }) => entity_id),
      rows.map(({ field }) => field),
      rows.map(({ new_value }) => (new_value === null ? null : JSON.stringify(new_value))),
      rows.map(({ isOnce }) => isOnce),
    ],
    'write_gathered_audit',
  );
}
