import type { Database } from '#platform/database/database.ts';
import type { ProviderEvent } from '#providers/payments/port.ts';

export interface StoredEvent {
  id: number;
  provider: string;
  square_account: string;
  event_id: string;
  type: string;
  payload: unknown;
  status: string;
}

/** The new row's id; undefined for an event that is there already. */
export async function insertEvent(
  db: Database,
  provider: string,
  event: ProviderEvent,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    `insert into provider_events (provider, square_account, event_id, type, payload, received_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (provider, square_account, event_id) do nothing returning id`,
    [provider, event.account, event.eventId, event.type, JSON.stringify(event), now],
  );
  return row?.id;
}

/** The event, held until the transaction ends. */
export async function holdEvent(db: Database, id: number): Promise<StoredEvent | undefined> {
  const [row] = await db.query<StoredEvent>(
    `select id, provider, square_account, event_id, type, payload, status
       from provider_events where id = $1 for update`,
    [id],
  );
  return row;
}

export async function markProcessed(db: Database, id: number, now: Date): Promise<void> {
  await db.query(
    `update provider_events set status = 'processed', processed_at = $2, error = null where id = $1`,
    [id, now],
  );
}

/** Counts a failed attempt; the status as it is then: `parked` after the last one. */
export async function noteFailure(
  db: Database,
  id: number,
  error: string,
  maxAttempts: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ status: string }>(
    `update provider_events
        set attempts = attempts + 1, error = $2, status = case when attempts + 1 >= $3 then 'parked' else 'new' end
      where id = $1 and status = 'new' returning status`,
    [id, error, maxAttempts],
  );
  return row?.status;
}

/** Events whose job got lost. */
export function listStale(db: Database, before: Date): Promise<{ id: number }[]> {
  return db.query(
    `select id from provider_events where status = 'new' and received_at < $1 order by id limit 500`,
    [before],
  );
}

/** Gives parked events of invoices that are known by now another round. */
export function reviveParked(db: Database, provider: string): Promise<{ id: number }[]> {
  return db.query(
    `update provider_events e set status = 'new', attempts = 0
      where e.status = 'parked' and e.provider = $1
        and exists (select 1 from invoice_publications p
                     where p.square_account = e.square_account
                       and p.provider_invoice_id = e.payload ->> 'providerInvoiceId')
      returning e.id`,
    [provider],
  );
}
