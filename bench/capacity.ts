import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { type Call, compare, type Target } from './load.ts';
import { save } from './paths.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';

/**
 * Measures the CPU time of a call in the portal and in PostgreSQL, which other work on the machine does not change, and the
 * size of a client, a save and an event: the figures that docs/scaling.md is based on.
 */
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '3446' },
  },
});
const PASSWORD = 'quiet-maple-72';
const CONNECTIONS = 16;
/** Clock tick of the kernel, the same on all current Linux systems. */
const TICK_MS = 10;
const CHANNEL_WAIT_MS = 1500;

const folder = await mkdtemp(path.join(os.tmpdir(), 'ledgerline-capacity-'));

/** CPU time of these processes, in milliseconds. */
function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);
}

function processesWhere(is: (pid: string) => boolean): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return is(name);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function measure(
  title: string,
  target: Target,
  call: Call,
  pids: { portal: number[]; database: () => number[] },
) {
  // Warm up: opens the connections and prepares the statements.
  await compare([{ target, call }], CONNECTIONS, 1);
  const before = [processorMs(pids.portal), processorMs(pids.database())];
  let calls = 0;
  const counted: Call = {
    method: call.method,
    next: (n) => {
      calls += 1;
      return call.next(n + calls);
    },
  };
  const [figure] = await compare([{ target, call: counted }], CONNECTIONS, Number(values.seconds));
  const after = [processorMs(pids.portal), processorMs(pids.database())];
  const each = (n: number) => (((after[n] ?? 0) - (before[n] ?? 0)) / calls).toFixed(2);
  console.log(
    `| ${title} | ${Math.round(figure?.perSecond ?? 0)} | ${figure?.p50.toFixed(1)} ms | ${each(0)} ms | ${each(1)} ms |`,
  );
}

/** Prints the write-ahead log and the live events of one save, on average. */
async function measureSaves(url: string, target: Target, call: Call): Promise<void> {
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  let [events, bytes] = [0, 0];
  listener.on('notification', ({ payload }) => {
    events += 1;
    bytes += payload?.length ?? 0;
  });
  await listener.query('listen ledgerline_live');
  const walPosition = async () =>
    Number((await listener.query(`select pg_current_wal_lsn() - '0/0' as at`)).rows[0].at);
  const before = await walPosition();
  const saves = 200;
  for (let n = 0; n < saves; n += 1) {
    const { path: address, body, headers } = call.next(1_000_000 + n);
    await fetch(`${target.url}${address}`, {
      method: call.method,
      headers: { ...target.headers, ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
  await new Promise((resolve) => setTimeout(resolve, CHANNEL_WAIT_MS));
  const wal = ((await walPosition()) - before) / saves / 1024;
  console.log(
    `One save: ${wal.toFixed(1)} KB of write-ahead log, ${(events / saves).toFixed(2)} notifications of ${Math.round(bytes / Math.max(1, events))} bytes.`,
  );
  await listener.end();
}

/** Notifications per second from four senders, one per transaction, to this many listening portals. */
async function notifications(url: string, portals: number): Promise<void> {
  const open = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const listeners = await Promise.all(Array.from({ length: portals }, open));
  let received = 0;
  for (const listener of listeners) {
    listener.on('notification', () => {
      received += 1;
    });
    await listener.query('listen ledgerline_bench');
  }
  const senders = await Promise.all(Array.from({ length: 4 }, open));
  const until = performance.now() + Number(values.seconds) * 1000;
  const text = `select set_config('synchronous_commit', 'off', true), pg_notify('ledgerline_bench', $1)`;
  let sent = 0;
  await Promise.all(
    senders.map(async (sender) => {
      for (; performance.now() < until; sent += 1) await sender.query(text, ['x'.repeat(200)]);
    }),
  );
  const each = (n: number) => Math.round(n / Number(values.seconds));
  console.log(
    `Notifications with ${portals} portals listening: ${each(sent)} sent and ${each(received)} received per second.`,
  );
  for (const client of [...listeners, ...senders]) await client.end();
}

async function measureRows(url: string, clients: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select relname, pg_total_relation_size(oid) as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 2 desc limit 6`,
  );
  const all = await client.query('select pg_database_size(current_database()) as bytes');
  const kilobytes = (bytes: unknown) => `${(Number(bytes) / 1024 / clients).toFixed(1)} KB`;
  console.log(
    `A client with every column filled: ${kilobytes(all.rows[0].bytes)} of the database, of which ${rows.map(({ relname, bytes }) => `${relname} ${kilobytes(bytes)}`).join(', ')}.`,
  );
  await client.end();
}

try {
  const clients = Number(values.clients);
  await fillBrokerage(readConfig({ DATA_DIR: folder, OWNER_PASSWORD: PASSWORD }), {
    clients,
    seed: 1,
    fill: 'all',
  });
  const embedded = await startEmbeddedPostgres({ dataDir: folder });
  const environment = { DATA_DIR: folder, DATABASE_URL: embedded.url };
  const server = await startServer(PRODUCT, Number(values.port), environment);
  try {
    const target = { url: server.url, headers: await signInHeaders(server.url, PASSWORD) };
    const answer = await fetch(`${server.url}/api/ledger/index`, { headers: target.headers });
    const { ids }: { ids: number[] } = await answer.json();
    const portal = processesWhere((pid) =>
      readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${folder}`),
    );
    const database = () => processesWhere((pid) => readlinkSync(`/proc/${pid}/cwd`) === embedded.clusterDir);
    const get = (pathOf: (n: number) => string): Call => ({
      method: 'GET',
      next: (n) => ({ path: pathOf(n) }),
    });
    const id = (n: number) => ids[(n * 7919) % ids.length];
    console.log(
      '| Call, 16 connections | Per second | p50 | CPU time, portal | CPU time, PostgreSQL |\n|---|---|---|---|---|',
    );
    const pids = { portal, database };
    await measure(
      'a page of clients',
      target,
      get(() => '/api/clients?page=1'),
      pids,
    );
    await measure(
      'a client',
      target,
      get((n) => `/api/clients/${id(n)}`),
      pids,
    );
    await measure(
      'a window of the ledger',
      target,
      get((n) => `/api/ledger/rows?ids=${ids.slice(n % 500, (n % 500) + 100).join(',')}`),
      pids,
    );
    await measure('saving a cell', target, save('/api', ids), pids);
    await measureSaves(embedded.url, target, save('/api', ids));
    for (const portals of [1, 4, 16]) await notifications(embedded.url, portals);
    await measureRows(embedded.url, clients);
    console.log(`The portal uses ${Math.round(await server.memory())} MiB of memory.`);
  } finally {
    await server.stop();
    await embedded.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
