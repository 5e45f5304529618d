import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Call, callOnce, type Target } from './load.ts';

/** What PostgreSQL has to do for one save, beside the time it takes. */
export interface SaveCounters {
  /** Share of the updates of clients that touched no index. */
  hotShare: number;
  /** Bytes of write-ahead log. */
  walBytes: number;
  /** How often the server sends something to PostgreSQL and then has to wait for an answer. */
  roundTrips: number;
}

const SAVES = 300;
/** PostgreSQL's own counters come a second late. */
const STATISTICS_MS = 1500;

/** Passes everything on to PostgreSQL and counts how often what goes there follows upon an answer. */
export async function countingDoor(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let turns = 0;
  const door = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    let isSending = false;
    near.on('data', () => {
      if (!isSending) turns += 1;
      isSending = true;
    });
    far.on('data', () => {
      isSending = false;
    });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  const url = new URL(databaseUrl);
  if (typeof address === 'object' && address) url.port = String(address.port);
  return { url: url.href, turns: () => turns, close: () => door.close() };
}

/** Saves one cell after the other; `turns` are the round trips counted so far. */
export async function countSaves(
  databaseUrl: string,
  target: Target,
  call: Call,
  turns: () => number,
): Promise<SaveCounters> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async () => {
    await pause(STATISTICS_MS);
    const { rows } = await client.query(
      `select pg_current_wal_lsn() - '0/0' as wal, n_tup_upd as updates, n_tup_hot_upd as hot
         from pg_stat_user_tables where relname = 'clients'`,
    );
    return { wal: Number(rows[0].wal), updates: Number(rows[0].updates), hot: Number(rows[0].hot) };
  };
  try {
    // Connections are made and statements prepared.
    for (let n = 0; n < 20; n += 1) await callOnce(target, call, n);
    const before = await read();
    const turnsBefore = turns();
    for (let n = 0; n < SAVES; n += 1) await callOnce(target, call, n + 20);
    const roundTrips = (turns() - turnsBefore) / SAVES;
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
