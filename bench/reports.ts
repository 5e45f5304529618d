import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { REPORT_NAMES, type ReportName } from '../contract/src/rules/report-periods.ts';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { foldCollected } from '../server/src/features/billing/transactions/repository.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';

/**
 * Measures each report (decision 133) in three stages: 1,000 invoices, forms, policies and tasks in the last 12 months; 99,000
 * older invoices and forms in addition; 100,000 of each in the last 12 months. Each request is followed by the bare sum or count
 * of the same rows. Other work on the machine hardly changes PostgreSQL's CPU time. Options: `--clients`, `--rounds`, `--port`.
 */
const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '9' },
    port: { type: 'string', default: '3790' },
  },
});
const PASSWORD = 'quiet-maple-72';

/** Days over which the records of the last 12 months are spread. */
const YEAR = 330;

const CLIENT = (n: string) =>
  `join (select id, row_number() over (order by id) - 1 as place, count(*) over () as clients from clients) c on c.place = ${n} % c.clients`;

/**
 * Invoices `from` to `to`, due evenly from `first` to `last` days ago. If `first` is 0, one in 20 is open; all others are
 * paid.
 */
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

/** Forms created `days` to `days` + YEAR days ago, each with a link. */
const forms = (count: number, days: number) => [
  `insert into session_forms (title, type, client_id, is_completed, read_at, status, created_at, updated_at)
   select 'Form ' || n % 20, 'Web Form', c.id, n % 2 = 0, case when n % 2 = 0 then now() end, 'pending', now() - (${days} + n % ${YEAR}) * interval '1 day', now()
     from generate_series(1, ${count}) n ${CLIENT('n')}`,
  `insert into secure_links (key, access_type, client_id, session_form_id, title, access_token_expires_at, viewed_at, created_at)
   select 'bench-' || id, 'form', client_id, id, title, now(), case when id % 3 = 0 then now() end, now()
     from session_forms where title like 'Form %' and id not in (select session_form_id from secure_links where session_form_id is not null)`,
];

const records = (count: number) => [
  ...forms(count, 0),
  `insert into policies (client_id, line, carrier, plan_name, plan_type, status, premium_cents, end_date, covered, notes, created_at, updated_at)
   select c.id, 'health', 'Carrier ' || n % 30, '', '', 'active', 41250, current_date - (n % 360)::int, '{client}', '', now(), now()
     from generate_series(1, ${count}) n ${CLIENT('n')}`,
  `insert into tasks (title, client_id, due_day, anchor_day, done_at, created_at, updated_at)
   select 'Task', c.id, current_date, current_date, case when n % 20 > 0 then now() - n % 360 * interval '1 day' end, now(), now()
     from generate_series(1, ${count}) n ${CLIENT('n')}`,
];

const STAGES: readonly { title: string; statements: string[] }[] = [
  { title: '1,000 invoices', statements: [...invoices(1, 1000, 0, YEAR), ...records(1000)] },
  {
    title: '99,000 older invoices and forms',
    statements: [...invoices(1001, 100_000, 400, 3000), ...forms(99_000, 400)],
  },
  {
    title: '100,000 of each in the period',
    statements: [
      ...invoices(100_001, 200_000, 0, YEAR),
      "delete from policies; delete from tasks; delete from secure_links; delete from session_forms where title like 'Form %'",
      ...records(100_000),
    ],
  },
];

const SINCE = `date_trunc('month', now() - interval '11 months')`;
/** The bare sum or count of the rows of a period. */
const BARE: Partial<Record<ReportName, string>> = {
  money: `select count(*), sum(amount) from transactions where payment_status = 'completed' and paid_on >= ${SINCE}`,
  forms: `select count(*), sum(progress_step) from session_forms where created_at >= ${SINCE} and category <> 'voided'`,
};

/** Milliseconds of CPU time that PostgreSQL has used, including processes that have ended. */
async function postgresCpuMs(postmaster: string): Promise<number> {
  const MS_PER_TICK = 10;
  let ms = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (parent === postmaster)
      ms += Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;
    // The postmaster's own time includes that of processes that have ended.
    if (pid === postmaster) ms += (Number(rest[11]) + Number(rest[12])) * MS_PER_TICK;
  }
  return ms;
}

const median = (values: readonly number[]): string =>
  (values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0).toFixed(1);

async function measure(work: () => Promise<unknown>) {
  const before = await postgresCpuMs(postmaster);
  const started = performance.now();
  await work();
  return { ms: performance.now() - started, cpu: (await postgresCpuMs(postmaster)) - before };
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ledgerline-reports-'));
const config = readConfig({ DATA_DIR: dataDir, OWNER_PASSWORD: PASSWORD });
await fillBrokerage(config, { clients: Number(options.clients), seed: 1, fill: 'all' });
const embedded = await startEmbeddedPostgres({ dataDir });
const [postmaster = ''] = (await readFile(path.join(embedded.clusterDir, 'postmaster.pid'), 'utf8')).split(
  '\n',
);
const database = new pg.Client(embedded.url);
await database.connect();
await database.query('set max_parallel_workers_per_gather = 0');
const server = await startServer(PRODUCT, Number(options.port), {
  DATABASE_URL: embedded.url,
  DATA_DIR: dataDir,
});
try {
  const headers = await signInHeaders(server.url, PASSWORD);
  console.log('| Data | Report | p50 (CPU time of PostgreSQL), ms | bare count and sum |');
  for (const { title, statements } of STAGES) {
    for (const text of statements) await database.query(text);
    // As the server does every hour.
    await foldCollected({ query: async (text: string) => (await database.query(text)).rows });
    await database.query('vacuum analyze');
    for (const name of REPORT_NAMES) {
      const path = `${server.url}/api/reports/${name}`;
      const reports: { ms: number; cpu: number }[] = [];
      const bare: { ms: number; cpu: number }[] = [];
      for (let round = 0; round <= Number(options.rounds); round++) {
        const report = await measure(async () => (await fetch(path, { headers })).text());
        const statement = BARE[name] ? await measure(() => database.query(BARE[name] ?? '')) : undefined;
        // The first round is a warm-up.
        if (round === 0) continue;
        reports.push(report);
        if (statement) bare.push(statement);
      }
      const line = [reports, bare].map(
        (of) => `${median(of.map(({ ms }) => ms))} (${median(of.map(({ cpu }) => cpu))})`,
      );
      console.log(`| ${title} | ${name} | ${line.join(' | ')} |`);
    }
  }
} finally {
  await server.stop();
  await database.end();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
