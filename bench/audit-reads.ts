import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { buildApp } from '../server/src/app.ts';
import { openReadLog, type ReadLog } from '../server/src/platform/audit/read-log.ts';
import { createTokenSigner } from '../server/src/platform/auth/tokens.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { readConfig } from '../server/src/platform/config.ts';
import type { Deps } from '../server/src/platform/context.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { createJobs } from '../server/src/platform/jobs/jobs.ts';
import { openLiveFeed } from '../server/src/platform/live-feed.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createFieldCipher } from '../server/src/platform/secrets/field-cipher.ts';
import { openKeyRing } from '../server/src/platform/secrets/open-keys.ts';
import { createProviders } from '../server/src/providers/providers.ts';

/**
 * Measures the overhead of the read log (decision 063): the same calls with and without it, alternating in one process;
 * then the owners' audit screen over `--rows` rows. Options: `--calls` of each kind and turn, `--turns`.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '1000' },
    turns: { type: 'string', default: '6' },
  },
});
const [ROWS, CALLS, TURNS] = [Number(options.rows), Number(options.calls), Number(options.turns)];
const PASSWORD = 'quiet-maple-72';
const CONCURRENCY = 8;
const SIXTEEN_MINUTES = 16 * 60_000;

const NO_READ_LOG: ReadLog = {
  note: () => undefined,
  record: async () => undefined,
  search: () => undefined,
  list: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
};

const dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-bench-reads-'));
const config = readConfig({ DATA_DIR: dataDir, OWNER_PASSWORD: PASSWORD });
console.error((await fillBrokerage(config, { clients: 500, seed: 1, fill: 'all' })).at(-1));
const log = createLog('error');
const embedded = await startEmbeddedPostgres({ dataDir });
const { url } = embedded;
const database = openDatabase(url, { max: 20, onError: () => undefined });
const keys = await openKeyRing(database, config, path.join(dataDir, 'keys.json'));
// Advances the clock between turns, so that each opened record gets its own row instead of being merged.
let offsetMs = 0;
const clock = { now: () => new Date(systemClock.now().getTime() + offsetMs) };
const readLog = openReadLog(url, { clock, log });
const parts = {
  config,
  clock: systemClock,
  log,
  database,
  cipher: createFieldCipher(keys),
  tokens: createTokenSigner(keys.tokenSecret),
  jobs: createJobs(url, log),
  live: await openLiveFeed(url, log),
  reads: NO_READ_LOG,
};
const deps: Deps = { ...parts, ...createProviders(parts) };
const app = await buildApp(deps);
const signedIn = await app.inject({
  method: 'POST',
  url: '/api/crm/login',
  payload: { username: 'owner', password: PASSWORD },
});
const headers = { authorization: `Bearer ${signedIn.json().token}` };

async function get(path: string): Promise<number> {
  const startedAt = performance.now();
  const { statusCode } = await app.inject({ url: `/api${path}`, headers });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  return performance.now() - startedAt;
}

/** The time of each call in milliseconds, with several calls at once. */
async function timesOf(pathOf: (n: number) => string, count: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const path = pathOf(next);
      next += 1;
      times.push(await get(path));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return times;
}

const middle = (times: number[], share = 0.5): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

const forms = await database.query<{ id: number }>('select id from session_forms order by id');
const clients = await database.query<{ id: number }>('select id from clients order by id');
const KINDS: Record<string, (n: number) => string> = {
  'a client': (n) => `/clients/${clients[n % clients.length]?.id}`,
  'the global search': (n) => `/search?q=${['mar', 'ana', 'ros', 'lee', 'cab'][n % 5]}`,
  'a page of clients': (n) => `/clients?page=${1 + (n % 20)}`,
  'the answers of a form': (n) => `/sessionforms/${forms[n % forms.length]?.id}`,
};

for (const [kind, pathOf] of Object.entries(KINDS)) {
  const times: Record<'without' | 'with', number[]> = { without: [], with: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const variant of ['without', 'with'] as const) {
      offsetMs += SIXTEEN_MINUTES;
      Object.assign(deps, { reads: variant === 'with' ? readLog : NO_READ_LOG });
      // The first turn warms up.
      const durations = await timesOf(pathOf, CALLS);
      if (turn > 0) times[variant].push(...durations);
    }
  }
  const [bare, logged] = [middle(times.without), middle(times.with)];
  const late = middle(times.with, 0.95) / middle(times.without, 0.95);
  console.log(
    `${kind}: ${bare.toFixed(2)} ms without, ${logged.toFixed(2)} ms with, ${(logged / bare).toFixed(2)} times; at p95 ${late.toFixed(2)} times`,
  );
}
await readLog.flush(true);

const count = async () =>
  (await database.query<{ n: number }>('select count(*)::int as n from audit_events'))[0]?.n;
console.log(`${await count()} rows before`);
await database.query(`set statement_timeout = 0;
  insert into audit_events (at, actor_kind, actor_id, actor_name, address, action, entity, entity_id, request_id)
  select now() - (n || ' seconds')::interval * 30, 'agent', 1 + n % 50, 'Blake Rivers', '203.0.113.' || n % 200,
         case when n % 200000 = 7 then 'exported' when n % 5000 = 3 then 'revealed' else 'opened' end,
         'client_read', 1 + n % 500, gen_random_uuid()::text
    from generate_series(1, ${ROWS}) n; analyze audit_events`);
const [size] = await database.query<{ row: number; all: number }>(
  `select pg_relation_size('audit_events')::float / count(*) as row,
          pg_total_relation_size('audit_events')::float / count(*) as all from audit_events`,
);
console.log(
  `${await count()} rows, ${size?.row.toFixed(0)} bytes a row, ${size?.all.toFixed(0)} with its indexes`,
);
const PAGES = {
  'the first page': '/audit/events',
  'one agent': '/audit/events?agent=7',
  exports: '/audit/events?act=exported',
  'exports of one agent': '/audit/events?act=exported&agent=8',
  'changes only': '/audit/events?act=changed',
  'one client': '/audit/events?client=3',
  'an address without entries': '/audit/events?address=198.51.100.1',
  'a day a year ago': '/audit/events?from=2025-12-01&to=2025-12-01',
};
for (const [page, path] of Object.entries(PAGES)) {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) times.push(await get(path));
  console.log(`${page}: ${middle(times).toFixed(1)} ms`);
}

await app.close();
await readLog.close();
await deps.live.close();
await database.close();
await embedded.stop();
await rm(dataDir, { recursive: true, force: true });
