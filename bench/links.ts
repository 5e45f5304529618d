import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { type Call, compare } from './load.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';

/**
 * Measures issuing a link, the list of forms with counts and the list of 100,000 submissions of 200 templates, against
 * bare handlers on the same database. Options: `--seconds` per load, `--port` the first of two, `--data` a folder for the
 * filled database, `--only` a part of a title. A missed target is reported, but is not an error.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '3190' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const PASSWORD = 'quiet-maple-72';
const BARE = path.join(import.meta.dirname, 'bare-forms.ts');
const CONNECTIONS = [1, 16] as const;
const CLIENTS = 1000;
const SESSIONS = 100_000;

/** 100,000 sessions of the demo's clients, 200 templates and 100,000 submissions of every category. */
const FILL = [
  `insert into sessions (client_id, session_type, created_at, updated_at)
   select c.id, 'Session 1', now(), now()
     from (select id from clients order by id limit ${CLIENTS}) c, generate_series(1, ${SESSIONS / CLIENTS})`,
  `insert into global_forms (type, form_name_agent, form_name_client, form_link_id)
   select (array['Web Form', 'DocuSign', 'PDF', 'Link'])[1 + n % 4], 'Form ' || n, 'Form ' || n, 'form-' || n
     from generate_series(1, 200) n`,
  `insert into session_forms (form_id, client_id, title, type, status, is_completed, is_voided, read_at, first_name,
                              last_name, pending_advisor_signature, created_at, updated_at)
   select f.id, c.id, f.form_name_client, f.type, 'pending', n % 3 = 0, n % 50 = 0,
          case when n % 2 = 0 then now() end, c.client_first_name, c.client_last_name, n % 40 = 0,
          now() - make_interval(secs => n * 60), now() - make_interval(secs => n * 60)
     from generate_series(1, 100000) n
     join (select *, row_number() over (order by id) - 1 as row_index from global_forms where form_name_agent like 'Form %') f
       on f.row_index = n % 200
     join (select *, row_number() over (order by id) - 1 as row_index from clients order by id limit ${CLIENTS}) c
       on c.row_index = (n * 7919) % ${CLIENTS}`,
  'vacuum analyze',
];

interface Path {
  title: string;
  limit: number;
  product: Call;
  bare: Call;
}

const get = (url: string): Call => ({ method: 'GET', next: () => ({ path: url }) });
const listed = (title: string, query: string): Path => ({
  title,
  limit: 1.5,
  product: get(`/api/sessionforms?${query}`),
  bare: get(`/submissions?${query}`),
});

function pathsFor(sessionIds: readonly number[]): Path[] {
  const bareInsert: Call = {
    method: 'POST',
    next: (n) => ({ path: '/links', body: { clientId: (n % CLIENTS) + 1 } }),
  };
  let requested = 0;
  const next = () => sessionIds[requested++ % sessionIds.length] ?? 0;
  const issue = (title: string, id: () => number, force: object): Path => ({
    title,
    limit: 2,
    product: {
      method: 'POST',
      next: () => ({ path: `/api/session/${id()}/generate-token`, body: { expirationHours: 168, ...force } }),
    },
    bare: bareInsert,
  });
  return [
    issue('issue a link: the first of a session', next, {}),
    issue('issue a link: one that replaces another', next, { forceRegenerate: true }),
    {
      title: 'list of templates with counts',
      limit: 1.5,
      product: get('/api/global-forms?counts=true'),
      bare: get('/templates'),
    },
    {
      title: 'issue a link: a form link requested again',
      limit: 2,
      product: {
        method: 'POST',
        next: (n) => ({
          path: '/api/secure-access/client-new',
          body: { formId: 'personal-info', clientId: (n % 40) + 1 },
        }),
      },
      bare: bareInsert,
    },
    listed('list of submissions, first page', 'page=1'),
    listed('list of submissions, page 400', 'page=400'),
    listed('the alerts', 'category=alert'),
    listed('search for a name', 'q=gonz'),
    listed('search for a form', 'q=form%2017'),
  ];
}

async function fillOnce(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from session_forms offset 50000 limit 1');
    if (rowCount === 0) for (const text of FILL) await client.query(text);
    const { rows } = await client.query('select id from sessions where deleted_at is null order by id');
    return rows.map(({ id }) => Number(id));
  } finally {
    await client.end();
  }
}

async function main(): Promise<void> {
  const folder = options.data ?? (await mkdtemp(path.join(os.tmpdir(), 'ledgerline-links-')));
  await mkdir(folder, { recursive: true });
  const config = readConfig({ DATA_DIR: folder, OWNER_PASSWORD: PASSWORD });
  console.error((await fillBrokerage(config, { clients: CLIENTS, seed: 1, fill: 'typical' })).join('; '));
  const embedded = await startEmbeddedPostgres({ dataDir: folder });
  const sessionIds = await fillOnce(embedded.url);
  const port = Number(options.port);
  const environment = { DATA_DIR: folder, DATABASE_URL: embedded.url };
  const product = await startServer(PRODUCT, port, environment);
  const bare = await startServer(BARE, port + 1, environment);
  try {
    const headers = await signInHeaders(product.url, PASSWORD);
    console.log('| Path | Connections | Ours p50 | Ours p99 | Ours per s | Bare p50 | Times p50 | Limit | |');
    console.log('|---|---|---|---|---|---|---|---|---|');
    for (const one of pathsFor(sessionIds).filter(({ title }) => title.includes(options.only))) {
      for (const connections of CONNECTIONS) {
        const sides = [
          { target: { url: product.url, headers }, call: one.product },
          { target: { url: bare.url, headers: {} }, call: one.bare },
        ];
        const [ours, baseline] = await compare(sides, connections, Number(options.seconds));
        if (!ours || !baseline) continue;
        const ratio = ours.p50 / baseline.p50;
        const cells: (string | number)[] = [
          one.title,
          connections,
          `${ours.p50.toFixed(2)} ms`,
          `${ours.p99.toFixed(2)} ms`,
        ];
        cells.push(Math.round(ours.perSecond), `${baseline.p50.toFixed(2)} ms`, ratio.toFixed(2), one.limit);
        console.log(`| ${cells.join(' | ')} | ${ratio <= one.limit ? 'met' : '**missed**'} |`);
      }
    }
  } finally {
    await product.stop();
    await bare.stop();
    await embedded.stop();
  }
  if (!options.data) await rm(folder, { recursive: true, force: true });
}

await main();
