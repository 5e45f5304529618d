import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { REPORT_NAMES } from '../contract/src/rules/report-periods.ts';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { compare } from './load.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';

/**
 * Measures each report (decision 133) with 1,000 invoices, with as many of the last 12 months and 100,000 in all, and with
 * 100,000 of the last 12 months and as many forms, policies and tasks. Options: `--clients`, `--seconds` per load, `--port`.
 */
const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '3' },
    port: { type: 'string', default: '3790' },
  },
});
const PASSWORD = 'quiet-maple-72';

const CLIENT = (n: string) =>
  `join (select id, row_number() over (order by id) - 1 as place, count(*) over () as clients from clients) c on c.place = ${n} % c.clients`;

/** Invoices `from` to `to`, evenly over the days that ended `days` ago; of 20 one is open, and 19 were paid. */
const invoices = (from: number, to: number, first: number, last: number) => [
  `insert into invoices (external_ref, title, customer_id, due_date, status, square_account, subtotal_cents, tax_cents,
                         total_cents, paid_amount_cents, created_at, updated_at)
   select 'BENCH-' || n, 'Advice', c.id, current_date - ${first} - (n % ${last - first}),
          case when n % 20 = 0 and ${first} = 0 then 'sent' else 'paid' end, case when n % 3 = 0 then 'BFS' else 'BFA' end,
          20000, 0, 20000, case when n % 20 = 0 and ${first} = 0 then null else 20000 end, now(), now()
     from generate_series(${from}, ${to}) n ${CLIENT('n')}`,
  `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
   select id, square_account, 'payment', 'ach', 20000, 'completed', due_date, now()
     from invoices where external_ref like 'BENCH-%' and status = 'paid'
      and substr(external_ref, 7)::int between ${from} and ${to}`,
];

const records = (count: number) => [
  `insert into session_forms (title, type, client_id, is_completed, status, created_at, updated_at)
   select 'Form ' || n % 20, 'Web Form', c.id, n % 2 = 0, 'pending', now() - n % 360 * interval '1 day', now()
     from generate_series(1, ${count}) n ${CLIENT('n')}`,
  `insert into secure_links (key, access_type, client_id, session_form_id, title, access_token_expires_at, viewed_at, created_at)
   select 'bench-' || id, 'form', client_id, id, title, now(), case when id % 3 = 0 then now() end, now()
     from session_forms where title like 'Form %'`,
  `insert into policies (client_id, line, carrier, plan_name, plan_type, status, premium_cents, end_date, covered, notes, created_at, updated_at)
   select c.id, 'health', 'Carrier ' || n % 30, '', '', 'active', 41250, current_date - (n % 360)::int, '{client}', '', now(), now()
     from generate_series(1, ${count}) n ${CLIENT('n')}`,
  `insert into tasks (title, client_id, due_day, anchor_day, done_at, created_at, updated_at)
   select 'Task', c.id, current_date, current_date, case when n % 20 > 0 then now() - n % 360 * interval '1 day' end, now(), now()
     from generate_series(1, ${count}) n ${CLIENT('n')}`,
];

const YEAR = 330;
const STAGES: readonly { title: string; statements: string[] }[] = [
  { title: '1,000 invoices', statements: [...invoices(1, 1000, 0, YEAR), ...records(1000)] },
  { title: '100,000 invoices, 1,000 of the last 12 months', statements: invoices(1001, 100_000, 400, 3000) },
  {
    title: '200,000 invoices, 100,000 of the last 12 months, and 100,000 forms, policies and tasks',
    statements: [
      ...invoices(100_001, 200_000, 0, YEAR),
      "delete from policies; delete from tasks; delete from secure_links; delete from session_forms where title like 'Form %'",
      ...records(100_000),
    ],
  },
];

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ledgerline-reports-'));
const config = readConfig({ DATA_DIR: dataDir, OWNER_PASSWORD: PASSWORD });
await fillBrokerage(config, { clients: Number(options.clients), seed: 1, fill: 'all' });
const embedded = await startEmbeddedPostgres({ dataDir });
const database = new pg.Client(embedded.url);
await database.connect();
const server = await startServer(PRODUCT, Number(options.port), {
  DATABASE_URL: embedded.url,
  DATA_DIR: dataDir,
});
try {
  const headers = await signInHeaders(server.url, PASSWORD);
  for (const { title, statements } of STAGES) {
    for (const text of statements) await database.query(text);
    await database.query('vacuum analyze');
    for (const name of REPORT_NAMES) {
      const call = { method: 'GET', next: () => ({ path: `/api/reports/${name}` }) } as const;
      const [figure] = await compare(
        [{ target: { url: server.url, headers }, call }],
        1,
        Number(options.seconds),
      );
      console.log(`| ${title} | ${name} | ${figure?.p50.toFixed(1)} ms |`);
    }
  }
} finally {
  await server.stop();
  await database.end();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
