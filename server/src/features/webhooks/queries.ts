import type { Database } from '#platform/database/database.ts';
import type { providerEvents } from './schema.ts';

export interface EventCount {
  port: 'payments' | 'esign';
  square_account: string;
  waiting: number;
  parked: number;
}

/** The number of events that wait for their job, and of those that are parked. */
export function countOpen(db: Database): Promise<EventCount[]> {
  return db.query(
    `select port, square_account,
            count(*) filter (where status = 'new')::int as waiting,
            count(*) filter (where status = 'parked')::int as parked
       from provider_events where status in ('new', 'parked') group by port, square_account`,
  );
}

export type ParkedRow = Pick<
  typeof providerEvents.$inferSelect,
  'id' | 'port' | 'square_account' | 'event_id' | 'type' | 'attempts' | 'error' | 'received_at'
>;

/** Newest first. */
export function listParked(db: Database, limit: number): Promise<ParkedRow[]> {
  return db.query(
    `select id, port, square_account, event_id, type, attempts, error, received_at
       from provider_events where status = 'parked' order by id desc limit $1`,
    [limit],
  );
}
