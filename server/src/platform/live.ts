import { type LiveEvent, liveEventSchema } from '@ledgerline/contract/live/endpoints';
import pg from 'pg';
import { connectionTo, type Database, prepareSession } from './database/database.ts';
import { LIMITS } from './database/work.ts';
import type { Log } from './log.ts';

const CHANNEL = 'ledgerline_live';
/** PostgreSQL refuses notifications of 8,000 bytes; longer lists of ids are left out and screens reload. */
const MAX_BYTES = 7900;

/** Live events of every server on this database, heard through LISTEN/NOTIFY. */
export interface LiveFeed {
  subscribe(hear: (event: LiveEvent) => void): () => void;
  /**
   * Runs when the server stops, so that the shutdown need not wait for open streams, and when the feed stands again after
   * a break: events went unheard, and a screen that opens its stream anew reads again.
   */
  onClose(end: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Announces a change when its transaction has committed, and only then. Not within it: PostgreSQL lets transactions that
 * notify commit one after the other, and each would wait for the disk alone. A server that dies in between leaves the
 * screens to their next event or reload.
 */
export async function announce(db: Database, event: LiveEvent): Promise<void> {
  const whole = JSON.stringify(event);
  const payload =
    Buffer.byteLength(whole) <= MAX_BYTES
      ? whole
      : JSON.stringify({ ...event, ids: undefined, fields: undefined });
  await db.afterTransaction(async (outcome, pool) => {
    if (outcome === 'rolled_back') return;
    // Nothing is stored, so nothing needs to wait for the disk.
    await pool.query(`select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
      CHANNEL,
      payload,
    ]);
  });
}

/** Keeps one listening connection, and opens it again when it breaks. */
export async function openLiveFeed(url: string, log: Log): Promise<LiveFeed> {
  const listeners = new Set<(event: LiveEvent) => void>();
  const endings = new Set<() => void>();
  let client: pg.Client | undefined;
  let isClosed = false;
  let isReconnecting = false;

  const connect = async () => {
    const fresh = await openListener(url, {
      heard: (event) => {
        for (const hear of listeners) hear(event);
      },
      lost: (lost) => {
        if (client === lost) client = undefined;
        reconnect();
      },
    });
    client = fresh;
  };
  // One attempt at a time: two connections would tell everything twice.
  const reconnect = () => {
    if (isClosed || isReconnecting) return;
    isReconnecting = true;
    setTimeout(async () => {
      if (isClosed) return;
      try {
        await connect();
        if (isClosed) await client?.end();
        for (const end of endings) end();
      } catch (error) {
        log.warn({ err: error }, 'live feed is down');
      }
      isReconnecting = false;
      if (!client) reconnect();
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

/** One connection that hears what is announced; it says so when it is lost. */
async function openListener(
  url: string,
  tell: { heard: (event: LiveEvent) => void; lost: (client: pg.Client) => void },
): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(url, 'ledgerline live'));
  client.on('notification', ({ payload }) => {
    const event = liveEventSchema.safeParse(JSON.parse(payload ?? 'null'));
    if (event.success) tell.heard(event.data);
  });
  client.on('error', () => tell.lost(client));
  try {
    await client.connect();
    await prepareSession(client, LIMITS.request);
    await client.query(`listen ${CHANNEL}`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
