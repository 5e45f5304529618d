import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { type Call, compare, type Figure } from './load.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';

/**
 * Measures the list of 100,000 invoices, filtered, searched and sorted, and its totals against a bare handler with the same SQL, and
 * against the same list of 1,000. Options: `--seconds` per load, `--port` the first of two, `--data` a folder for the
 * filled databases, `--only` a part of a title. A missed target is reported, but is not an error.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '3510' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const PASSWORD = 'quiet-maple-72';
const BARE = path.join(import.meta.dirname, 'bare-invoices.ts');
const CONNECTIONS = [1, 16] as const;
const CLIENTS = 1000;
const SMALL = 1000;
const LARGE = 100_000;
const LIMIT = 1.5;

/** Invoices of every status, spread over clients, accounts and three years; one in forty recurring. */
const fill = (invoices: number) => [
  `insert into invoices (external_ref, title, tax_rate, is_tax_enabled, customer_id, full_name, email, due_date, status,
                         square_account, is_recurring, subtotal_cents, tax_cents, total_cents, paid_amount_cents,
                         sent_at, paid_at, created_at, updated_at)
   select 'INV-' || 100000 + n, (array['Policy review', 'Advice', 'Yearly plan', 'Onboarding'])[1 + n % 4] || ' ' || n,
          0.07, false, c.id, c.client_first_name || ' ' || c.client_last_name, c.primary_email,
          date '2026-12-01' - (n % 900), s.status, case when n % 3 = 0 then 'BFA' else 'BFS' end, n % 41 = 0,
          a.cents, 0, a.cents,
          case s.status when 'paid' then a.cents when 'partially_paid' then a.cents * (n % 9 + 1) / 10 end,
          case when s.status <> 'draft' then now() - make_interval(mins => n % 900000) end,
          case when s.status = 'paid' then now() end,
          now() - make_interval(mins => n * 15 % 1500000), now()
     from generate_series(1, ${invoices}) n
     join (select *, row_number() over (order by id) - 1 as row_index from clients order by id limit ${CLIENTS}) c
       on c.row_index = (n * 7919) % ${CLIENTS}
     cross join lateral (select (array['draft', 'sent', 'sent', 'partially_paid', 'paid', 'paid', 'paid', 'void', 'paid',
                                       case when n % 1000 = 0 then 'pending' else 'paid' end])[1 + n % 10] as status) s
     cross join lateral (select (n * 7919 % 500000 + 500)::bigint as cents) a`,
  `insert into invoice_lines (invoice_id, position, description, quantity, unit_price_cents, line_total_cents)
   select id, 0, title, 1, total_cents, total_cents from invoices on conflict do nothing`,
  `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
   select id, square_account, 'payment', 'card', paid_amount_cents, 'completed', created_at::date, created_at
     from invoices where paid_amount_cents > 0`,
  'vacuum analyze',
];

const QUERIES: [title: string, query: string][] = [
  ['first page', 'page=1'],
  ['page 40', 'page=40'],
  ['by client', 'page=1&sort=client&direction=asc'],
  ['by client, descending', 'page=1&sort=client'],
  ['by amount', 'page=1&sort=amount'],
  ['by progress', 'page=1&sort=progress'],
  ['by account', 'page=1&sort=account&direction=asc'],
  ['by status', 'page=1&sort=status&direction=asc'],
  ['by sent', 'page=1&sort=sent'],
  ['by sent, oldest first', 'page=1&sort=sent&direction=asc'],
  ['sent only', 'page=1&status=sent'],
  ['sent only, by amount', 'page=1&status=sent&sort=amount'],
  ['pending payment of BFA, by client', 'page=1&pending_payment=true&account=BFA&sort=client&direction=asc'],
  ['overdue', 'page=1&overdue=true'],
  ['recurring only', 'page=1&recurring=true'],
  ['search for a reference', 'page=1&q=inv-1500'],
  ['search for a title', 'page=1&q=plan%20999'],
  ['search with many matches', 'page=1&q=review&sort=amount'],
];
const CLIENT_PAGE: [string, string] = ['invoices of one client', 'page=1&customer_id=7'];
const TOTALS: [string, null] = ['totals', null];

interface Measured {
  title: string;
  connections: number;
  ours: Figure;
  baseline: Figure;
}

async function measure(folder: string, invoices: number): Promise<Measured[]> {
  const dataDir = path.join(folder, `invoices-${invoices}`);
  await mkdir(dataDir, { recursive: true });
  const config = readConfig({ DATA_DIR: dataDir, OWNER_PASSWORD: PASSWORD });
  console.error((await fillBrokerage(config, { clients: CLIENTS, seed: 1, fill: 'typical' })).join('; '));
  const embedded = await startEmbeddedPostgres({ dataDir });
  await fillOnce(embedded.url, invoices);
  const port = Number(options.port);
  const environment = { DATA_DIR: dataDir, DATABASE_URL: embedded.url };
  const product = await startServer(PRODUCT, port, environment);
  const bare = await startServer(BARE, port + 1, environment);
  const measured: Measured[] = [];
  try {
    const headers = await signInHeaders(product.url, PASSWORD);
    for (const [title, query] of [...QUERIES, CLIENT_PAGE, TOTALS].filter(([name]) =>
      name.includes(options.only),
    )) {
      for (const connections of CONNECTIONS) {
        const get = (prefix: string): Call => ({
          method: 'GET',
          next: () => ({ path: `${prefix}/invoices${query === null ? '/totals' : `?${query}`}` }),
        });
        const sides = [
          { target: { url: product.url, headers }, call: get('/api') },
          { target: { url: bare.url, headers: {} }, call: get('') },
        ];
        const [ours, baseline] = await compare(sides, connections, Number(options.seconds));
        if (ours && baseline) measured.push({ title, connections, ours, baseline });
      }
    }
  } finally {
    await product.stop();
    await bare.stop();
    await embedded.stop();
  }
  return measured;
}

async function fillOnce(url: string, invoices: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from invoices offset 500 limit 1');
    if (rowCount === 0) for (const text of fill(invoices)) await client.query(text);
  } finally {
    await client.end();
  }
}

async function main(): Promise<void> {
  const folder = options.data ?? (await mkdtemp(path.join(os.tmpdir(), 'ledgerline-invoices-')));
  const small = await measure(folder, SMALL);
  const large = await measure(folder, LARGE);
  console.log(
    '| List | Connections | Ours p50 | Ours p99 | Ours per s | Bare p50 | Times bare | Times 1,000 | |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const { title, connections, ours, baseline } of large) {
    const before = small.find((one) => one.title === title && one.connections === connections);
    const ratio = ours.p50 / baseline.p50;
    const growth = before ? ours.p50 / before.ours.p50 : Number.NaN;
    const cells = [
      title,
      connections,
      `${ours.p50.toFixed(2)} ms`,
      `${ours.p99.toFixed(2)} ms`,
      Math.round(ours.perSecond),
      `${baseline.p50.toFixed(2)} ms`,
      ratio.toFixed(2),
      growth.toFixed(2),
      ratio <= LIMIT && growth <= LIMIT ? 'met' : '**missed**',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  if (!options.data) await rm(folder, { recursive: true, force: true });
}

await main();
