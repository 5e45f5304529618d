import { type LiveEvent, liveEventSchema } from '@ledgerline/contract/live/endpoints';
import pg from 'pg';
import { connectionTo, prepareSession } from './database/database.ts';
import { LIMITS } from './database/work.ts';
import type { Log } from './log.ts';

export const CHANNEL = 'ledgerline_live';

/** Live events of every server on this database, received through LISTEN/NOTIFY. */
export interface LiveFeed {
  subscribe(listener: (event: LiveEvent) => void): () => void;
  /**
   * Runs when the server stops, so that the shutdown need not wait for open streams, and when the feed is restored after an
   * interruption: events were missed, and a screen that reconnects its stream refetches.
   */
  onClose(end: () => void): () => void;
  close(): Promise<void>;
}

/** Keeps one listening connection, and reopens it when it breaks. */
export async function openLiveFeed(url: string, log: Log): Promise<LiveFeed> {
  const listeners = new Set<(event: LiveEvent) => void>();
  const endings = new Set<() => void>();
  let client: pg.Client | undefined;
  let isClosed = false;
  let isReconnecting = false;

  const connect = async () => {
    const fresh = await openListener(url, log, {
      received: (event) => {
        for (const listener of listeners) listener(event);
      },
      lost: (lost) => {
        if (client === lost) client = undefined;
        reconnect();
      },
    });
    client = fresh;
  };
  // One attempt at a time: two connections would deliver every event twice.
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
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

/** One connection that receives events; it reports when it is lost. */
async function openListener(
  url: string,
  log: Log,
  handlers: { received: (event: LiveEvent) => void; lost: (client: pg.Client) => void },
): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(url, 'ledgerline live', LIMITS.request));
  client.on('notification', ({ payload }) => {
    const event = parseEvent(payload);
    if (event) handlers.received(event);
    else log.warn({ bytes: payload?.length ?? 0 }, 'ignored a live notification that is not a live event');
  });
  client.on('error', () => handlers.lost(client));
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

/** Anyone with access to the database can notify the channel: only a well-formed event is forwarded. */
function parseEvent(payload: string | undefined): LiveEvent | null {
  try {
    const event = liveEventSchema.safeParse(JSON.parse(payload ?? ''));
    return event.success ? event.data : null;
  } catch {
    return null;
  }
}
