import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Call, callOnce, type Target } from './load.ts';

/** What one save costs PostgreSQL, except time. */
export interface SaveCounters {
  /** Share of the updates of clients that touched no index. */
  hotShare: number;
  /** Bytes of write-ahead log. */
  walBytes: number;
  /** How often the server sends to PostgreSQL and then waits for a response. */
  roundTrips: number;
}

const SAVES = 300;
/** PostgreSQL updates its own counters with a delay of a second. */
const STATISTICS_MS = 1500;

/** A proxy to PostgreSQL that counts round trips: how often the server sends after a response. */
export async function countingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let roundTrips = 0;
  const proxy = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    let isSending = false;
    client.on('data', () => {
      if (!isSending) roundTrips += 1;
      isSending = true;
    });
    upstream.on('data', () => {
      isSending = false;
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const url = new URL(databaseUrl);
  if (typeof address === 'object' && address) url.port = String(address.port);
  return { url: url.href, roundTrips: () => roundTrips, close: () => proxy.close() };
}

/** Saves one cell after the other; `roundTripsSoFar` returns the proxy's count. */
export async function countSaves(
  databaseUrl: string,
  target: Target,
  call: Call,
  roundTripsSoFar: () => number,
): Promise<SaveCounters> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async () => {
    await sleep(STATISTICS_MS);
    const { rows } = await client.query(
      `select pg_current_wal_lsn() - '0/0' as wal, n_tup_upd as updates, n_tup_hot_upd as hot
         from pg_stat_user_tables where relname = 'clients'`,
    );
    return { wal: Number(rows[0].wal), updates: Number(rows[0].updates), hot: Number(rows[0].hot) };
  };
  try {
    // Warm up: opens the connections and prepares the statements.
    for (let n = 0; n < 20; n += 1) await callOnce(target, call, n);
    const before = await read();
    const roundTripsBefore = roundTripsSoFar();
    for (let n = 0; n < SAVES; n += 1) await callOnce(target, call, n + 20);
    const roundTrips = (roundTripsSoFar() - roundTripsBefore) / SAVES;
    const after = await read();
    return {
      hotShare: (after.hot - before.hot) / Math.max(1, after.updates - before.updates),
      walBytes: (after.wal - before.wal) / SAVES,
      roundTrips,
    };
  } finally {
    await client.end();
  }
}
