import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { type Call, compare, type Figure, type Target } from './load.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';

/**
 * Measures the scheduled run over 10,000 due schedules: its time on an idle server and under load, and the time of other
 * calls during the run compared with the idle server. Options: `--schedules`, `--port`, `--data` a folder for the database,
 * `--only` a part of a call's title. A missed target is reported, but is not an error.
 */
const { values: options } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10000' },
    port: { type: 'string', default: '3590' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const PASSWORD = 'quiet-maple-72';
const CLIENTS = 1000;
const SCHEDULES = Number(options.schedules);
const MAX_SECONDS = 60;
const MAX_RATIO = 2;
const CONNECTIONS = [1, 4] as const;

/** Sent invoices with two lines, each with the schedule that it started; nothing is due yet. */
const FILL = [
  `insert into recurring_payments (name, client_id, amount_cents, square_account, frequency, anchor_date,
                                   next_payment_date, invoices_made, content, created_at, updated_at)
   select 'Advice ' || n, c.id, 20000, 'BFS', 'MONTHLY', current_date - 1, current_date + 3650, 1,
          '{"title": "Advice", "description": "", "tax_rate": 0.07, "is_tax_enabled": true, "session_id": null,
            "contact": {}, "line_items": [{"description": "Advice", "quantity": 1, "unit_price_cents": 10000},
                                          {"description": "Review", "quantity": 2, "unit_price_cents": 5000}]}',
          now(), now()
     from generate_series(1, ${SCHEDULES}) n
     join (select id, row_number() over (order by id) - 1 as row_index from clients limit ${CLIENTS}) c
       on c.row_index = n % ${CLIENTS}`,
  `insert into invoices (external_ref, title, customer_id, status, square_account, is_recurring, recurring_payment_id,
                         recurring_period, subtotal_cents, tax_cents, total_cents, sent_at, created_at, updated_at)
   select 'BENCH-' || id, name, client_id, 'sent', 'BFS', true, id, anchor_date, 20000, 1400, 21400, now(), now(), now()
     from recurring_payments where name like 'Advice %'`,
  `update recurring_payments r set source_invoice_id = i.id from invoices i where i.recurring_payment_id = r.id and i.external_ref like 'BENCH-%'`,
  'vacuum analyze',
];
const DUE = `update recurring_payments set next_payment_date = (now() at time zone 'America/New_York')::date,
                                           anchor_date = (now() at time zone 'America/New_York')::date + $1::int
              where name like 'Advice %'`;
const LEFT = `select count(*)::int as left from recurring_payments
               where next_payment_date <= (now() at time zone 'America/New_York')::date`;

/** The calls of agents during the run. */
const calls: Record<string, Call> = {
  'list of clients': { method: 'GET', next: () => ({ path: '/api/clients?page=1' }) },
  'list of invoices': { method: 'GET', next: () => ({ path: '/api/invoices?page=1' }) },
  'save of a client': {
    method: 'PUT',
    next: (n) => ({ path: `/api/clients/${(n % 40) + 1}`, body: { occupation: `Work ${Date.now()}-${n}` } }),
  },
};

interface Run {
  seconds: number;
}

/** Makes every schedule due, starts the run and waits until none is due. */
async function runAll(database: pg.Client, work: () => Promise<void>): Promise<Run> {
  await database.query(DUE, [0]);
  await database.query('checkpoint');
  const started = performance.now();
  let ended = 0;
  await database.query(`insert into pgboss.job (name) values ('recurring-run')`);
  const isDone = (async () => {
    for (;;) {
      const { rows } = await database.query(LEFT);
      if (rows[0].left === 0) break;
      await sleep(250);
    }
    ended = performance.now();
  })();
  while (ended === 0) await Promise.all([work(), sleep(50)]);
  await isDone;
  const { rows } = await database.query(
    `select count(*)::int as created from invoices i join recurring_payments r on r.id = i.recurring_payment_id
      where r.name like 'Advice %' and i.external_ref not like 'BENCH-%'`,
  );
  if (rows[0].created % SCHEDULES !== 0)
    throw new Error(`${rows[0].created} invoices created from ${SCHEDULES} schedules`);
  await database.query(
    `delete from invoices where external_ref not like 'BENCH-%' and title = 'Advice' and not exists
       (select 1 from invoice_publications p where p.invoice_id = invoices.id)`,
  );
  return { seconds: (ended - started) / 1000 };
}

async function load(target: Target, call: Call, connections: number, seconds: number): Promise<Figure> {
  const [figure] = await compare([{ target, call }], connections, seconds);
  if (!figure) throw new Error('nothing was measured');
  return figure;
}

function row(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

const resultOf = (isMet: boolean) => (isMet ? 'met' : '**missed**');

async function measure(target: Target, database: pg.Client): Promise<void> {
  const { seconds } = await runAll(database, async () => undefined);
  row(['no other calls', 0, `${seconds.toFixed(1)} s`, '', '', '', resultOf(seconds <= MAX_SECONDS)]);
  for (const [title, call] of Object.entries(calls).filter(([name]) => name.includes(options.only))) {
    for (const connections of CONNECTIONS) {
      const idle = await load(target, call, connections, 5);
      const during: Figure[] = [];
      const run = await runAll(database, async () => {
        during.push(await load(target, call, connections, 3));
      });
      const middle = during
        .slice(0, -1)
        .map(({ p50 }) => p50)
        .sort((a, b) => a - b);
      const p50 = middle[Math.floor(middle.length / 2)] ?? during[0]?.p50 ?? Number.NaN;
      const isMet = p50 / idle.p50 <= MAX_RATIO && run.seconds <= MAX_SECONDS;
      row([
        title,
        connections,
        `${run.seconds.toFixed(1)} s`,
        `${idle.p50.toFixed(2)} ms`,
        `${p50.toFixed(2)} ms`,
        (p50 / idle.p50).toFixed(2),
        resultOf(isMet),
      ]);
    }
  }
}

async function main(): Promise<void> {
  const folder = options.data ?? (await mkdtemp(path.join(os.tmpdir(), 'ledgerline-recurring-')));
  await mkdir(folder, { recursive: true });
  const config = readConfig({ DATA_DIR: folder, OWNER_PASSWORD: PASSWORD });
  console.error((await fillBrokerage(config, { clients: CLIENTS, seed: 1, fill: 'typical' })).join('; '));
  const embedded = await startEmbeddedPostgres({ dataDir: folder });
  const database = new pg.Client({ connectionString: embedded.url });
  await database.connect();
  const { rowCount } = await database.query(
    `select 1 from invoices where external_ref like 'BENCH-%' limit 1`,
  );
  if (rowCount === 0) for (const text of FILL) await database.query(text);
  const product = await startServer(PRODUCT, Number(options.port), {
    DATA_DIR: folder,
    DATABASE_URL: embedded.url,
  });
  try {
    const headers = await signInHeaders(product.url, PASSWORD);
    row(['Other calls', 'Connections', `Run of ${SCHEDULES}`, 'Idle p50', 'p50 during run', 'Ratio', '']);
    row(['---', '---', '---', '---', '---', '---', '---']);
    await measure({ url: product.url, headers }, database);
  } finally {
    await product.stop();
    await database.end();
    await embedded.stop();
  }
  if (!options.data) await rm(folder, { recursive: true, force: true });
}

await main();
