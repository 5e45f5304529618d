import { type LiveEvent, liveEventSchema } from '@ledgerline/contract/live/endpoints';
import pg from 'pg';
import type { Database } from './database/database.ts';
import type { Log } from './log.ts';

const CHANNEL = 'ledgerline_live';
/** PostgreSQL refuses notifications of 8,000 bytes; longer lists of ids are left out and screens reload. */
const MAX_BYTES = 7900;

/** Live events of every server on this database, heard through LISTEN/NOTIFY. */
export interface LiveFeed {
  subscribe(hear: (event: LiveEvent) => void): () => void;
  /** Runs when the server stops, so that open streams end and the shutdown need not wait for them. */
  onClose(end: () => void): () => void;
  close(): Promise<void>;
}

/** Announces a change; PostgreSQL delivers it when, and only if, the transaction commits. */
export async function announce(db: Database, event: LiveEvent): Promise<void> {
  const whole = JSON.stringify(event);
  const payload =
    Buffer.byteLength(whole) <= MAX_BYTES
      ? whole
      : JSON.stringify({ ...event, ids: undefined, fields: undefined });
  await db.query('select pg_notify($1, $2)', [CHANNEL, payload]);
}

/** Keeps one listening connection, and opens it again when it breaks. */
export async function openLiveFeed(url: string, log: Log): Promise<LiveFeed> {
  const listeners = new Set<(event: LiveEvent) => void>();
  const endings = new Set<() => void>();
  let client: pg.Client | undefined;
  let isClosed = false;

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'ledgerline live' });
    fresh.on('notification', ({ payload }) => {
      const event = liveEventSchema.safeParse(JSON.parse(payload ?? 'null'));
      if (event.success) for (const hear of listeners) hear(event.data);
    });
    fresh.on('error', () => reconnect());
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
  };
  const reconnect = () => {
    if (isClosed) return;
    setTimeout(() => {
      if (!isClosed)
        connect().catch((error: unknown) => {
          log.warn({ err: error }, 'live feed is down');
          reconnect();
        });
    }, 1000).unref();
  };

  await connect();
  return {
    subscribe(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    onClose(end) {
      endings.add(end);
      return () => endings.delete(end);
    },
    async close() {
      isClosed = true;
      for (const end of endings) end();
      listeners.clear();
      await client?.end();
    },
  };
}
