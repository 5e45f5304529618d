import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { compare, type Figure } from './load.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';

/**
 * Measures the first screen of Today with 30,000 items against its bare SQL, with 10,000 clients and with ten times as
 * many. Options: `--seconds` per load, `--port`. A missed target is reported, but is not an error.
 */
const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, port: { type: 'string', default: '3690' } },
});
const PASSWORD = 'quiet-maple-72';
const BASE_CLIENTS = 500;
const SIZES = [10_000, 100_000] as const;
const MAX_RATIO = 1.2;
const BARE = path.join(import.meta.dirname, 'bare-today.ts');

/** Clients of ten agents, including the owner. They are thirty years old, so that age causes no items. */
const clients = (size: number) => `
  insert into clients (client_first_name, client_last_name, owner_agent_id, dob, status, created_at, updated_at)
  select 'Client', 'No ' || n, a.id, '1996-01-01', 'client', now(), now()
    from generate_series(1 + (select count(*)::int from clients), ${size}) n
    join (select id, row_number() over (order by id) - 1 as row_index from agents limit 10) a on a.row_index = n % 10`;

const FIRST = `(select id, row_number() over (order by id) as n from clients order by id limit 10000) c`;
/** 30,000 items for the first 10,000 clients, independent of the number of clients. */
const ITEMS = [
  `update clients set next_f_u_date = current_date - (n % 300)::int + 5 from ${FIRST} where c.id = clients.id`,
  `insert into tasks (title, client_id, owner_agent_id, due_day, anchor_day, created_at, updated_at)
   select 'Task ' || c.n, c.id, o.owner_agent_id, current_date - (c.n % 200)::int + 5, current_date, now(), now()
     from ${FIRST} join clients o on o.id = c.id where c.n <= 9000`,
  `insert into session_forms (title, type, client_id, is_completed, status, created_at, updated_at)
   select 'Form ' || c.n, 'Web Form', c.id, true, 'completed', now(), now() - c.n * interval '1 minute'
     from ${FIRST} where c.n <= 6000`,
  `insert into invoices (external_ref, title, customer_id, due_date, status, square_account, subtotal_cents, tax_cents, total_cents, created_at, updated_at)
   select 'BENCH-' || c.n, 'Advice', c.id, current_date - 1 - (c.n % 400)::int, 'sent', 'BFS', 20000, 0, 20000, now(), now()
     from ${FIRST} where c.n <= 5000`,
  'vacuum analyze',
];

async function figuresAt(size: number): Promise<Record<string, Figure[]>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ledgerline-today-'));
  await fillBrokerage(readConfig({ DATA_DIR: dataDir, OWNER_PASSWORD: PASSWORD }), {
    clients: BASE_CLIENTS,
    seed: 1,
    fill: 'all',
  });
  const embedded = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client(embedded.url);
  await client.connect();
  for (const text of [clients(size), ...ITEMS]) await client.query(text);
  const { rows } = await client.query(`select id from agents where username = 'owner'`);
  await client.end();
  const port = Number(options.port);
  const environment = { DATABASE_URL: embedded.url, DATA_DIR: dataDir };
  const product = await startServer(PRODUCT, port, environment);
  const bare = await startServer(BARE, port + 1, environment);
  const headers = await signInHeaders(product.url, PASSWORD);
  const figures: Record<string, Figure[]> = {};
  for (const [title, ours, baseline] of [
    ['mine', '?owner=me', `?owner=${rows[0]?.id}`],
    ['all agents', '', ''],
  ] as const) {
    figures[title] = await compare(
      [
        {
          target: { url: product.url, headers },
          call: { method: 'GET', next: () => ({ path: `/api/today${ours}` }) },
        },
        {
          target: { url: bare.url, headers: {} },
          call: { method: 'GET', next: () => ({ path: `/today${baseline}` }) },
        },
      ],
      1,
      Number(options.seconds),
    );
  }
  await Promise.all([product.stop(), bare.stop()]);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
  return figures;
}

const before: Record<string, number> = {};
for (const size of SIZES) {
  for (const [title, [ours, bare]] of Object.entries(await figuresAt(size))) {
    if (!ours || !bare) continue;
    const times = ours.p50 / bare.p50;
    const grown =
      before[title] === undefined ? '' : `, ${(ours.p50 / before[title]).toFixed(2)} times the previous size`;
    before[title] ??= ours.p50;
    console.log(
      `${size} clients, ${title}: ${ours.p50.toFixed(1)} ms, bare ${bare.p50.toFixed(1)} ms, ${times.toFixed(2)} times (target ${MAX_RATIO})${grown}`,
    );
  }
}
