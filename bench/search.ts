import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { migrateDatabase } from '../server/src/platform/database/migrate.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';

/**
 * Measures the global search with 100,000 clients and as many submissions and invoices: the response time of successive
 * requests, each with a different text than the previous one. Options: `--clients`; `--rounds` through all texts of a kind;
 * `--data`, a filled data folder (it is modified) instead of a temporary one; `--port`. A missed target is reported, but is
 * not an error.
 */
const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '10' },
    data: { type: 'string' },
    port: { type: 'string', default: '3694' },
  },
});
const PASSWORD = 'quiet-maple-72';
const BASE_CLIENTS = 500;
const TARGET_MS = 100;

const TEXTS: Record<string, readonly string[]> = {
  'the start of a word': ['zam', 'camila', 'gonz', 'mart', 'rodrig', 'maria', 'per', 'wil'],
  'the middle of a word': ['amor', 'onz', 'ernand', 'ichae', 'arci', 'lopez@', 'example'],
  'two letters': ['ma', 'zo', 'qx', 'jo', 'an', 'el', 'ca', 'li'],
  'two words': ['maria gonz', 'gonzalez mar', 'john smi', 'ana lopez'],
  'a title with thousands of matches': ['personal', 'annual review', 'policy', 'form', 'pdf'],
  'a number': ['1001', 'INV-50001', '305', '3055', '99999', '55501'],
  'a text without matches': ['zzqqx', 'xq', 'qwertz uiop', '%%%', '9999999999'],
};

/** Clients with names mixed from those of the demo; without secrets, which a search never reads. */
const clients = (size: number) => `
  with originals as (select *, row_number() over (order by id) as n, count(*) over () as total from clients)
  insert into clients (client_first_name, client_last_name, primary_email, primary_phone, current_health_plan_name,
                       status, owner_agent_id, created_at, updated_at)
  select f.client_first_name, l.client_last_name,
         lower(f.client_first_name || '.' || l.client_last_name) || s || '@example.com',
         '305' || lpad(((s::bigint * 7919) % 10000000)::text, 7, '0'), l.current_health_plan_name, l.status, l.owner_agent_id,
         now(), now()
    from generate_series(1 + (select count(*)::int from clients), ${size}) s
    join originals f on f.n = 1 + (s * 31) % f.total
    join originals l on l.n = 1 + (s * 17 + s / 500) % l.total`;

const otherRecords = (size: number) => {
  const each = `from (select id, row_number() over (order by id) as n from clients) c where n <= ${size}`;
  return [
    `insert into sessions (client_id, session_type, created_at, updated_at)
     select id, (array['Annual Review', 'New Medicare client', 'Life application'])[1 + n % 3], now(), now() ${each}`,
    `insert into session_forms (title, form_name_agent, type, client_id, form_data, created_at, updated_at)
     select (array['Personal Information', 'Policy change', 'Consent'])[1 + n % 3], 'Form ' || n % 40, 'Web Form', id,
            repeat(md5(n::text), 60), now(), now() - n * interval '1 minute' ${each}`,
    `insert into invoices (external_ref, title, full_name, customer_id, status, square_account, subtotal_cents, tax_cents,
                           total_cents, created_at, updated_at)
     select 'INV-' || 100000 + n, (array['Advice', 'Policy review'])[1 + n % 2], o.sort_name, c.id, 'sent', 'BFS', 20000, 0,
            20000, now(), now()
       from (select id, row_number() over (order by id) as n from clients) c
       join client_outlines o on o.client_id = c.id where n <= ${size}`,
    `insert into documents (client_id, file_name, storage_key, file_size, mime_type, sha256, uploaded_at)
     select id, (array['id-card-', 'policy-', 'letter '])[1 + n % 3] || n || '.pdf', 'bench-' || n, 1, 'application/pdf',
            md5(n::text), now() ${each}`,
    `insert into tasks (title, client_id, due_day, anchor_day, created_at, updated_at)
     select (array['Call back', 'Send quote', 'Check form'])[1 + n % 3] || ' ' || n, id, current_date, current_date, now(),
            now() ${each}`,
    'vacuum analyze',
  ];
};

async function fill(dataDir: string, url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const size = Number(options.clients);
    await client.query(`set synchronous_commit = off`);
    const { rows } = await client.query(`select 1 from invoices where external_ref = 'INV-100001'`);
    if (rows.length > 0) return;
    for (const text of [clients(size), ...otherRecords(size)]) await client.query(text);
    console.error(`${dataDir} is filled`);
  } finally {
    await client.end();
  }
}

async function timesOf(
  url: string,
  headers: Record<string, string>,
  texts: readonly string[],
): Promise<number[]> {
  const times: number[] = [];
  for (let round = -1; round < Number(options.rounds); round++) {
    for (const text of texts) {
      const started = performance.now();
      const response = await fetch(`${url}/api/search?q=${encodeURIComponent(text)}`, { headers });
      await response.text();
      if (!response.ok) throw new Error(`${text}: ${response.status}`);
      // The first round is a warm-up.
      if (round >= 0) times.push(performance.now() - started);
    }
  }
  return times.sort((a, b) => a - b);
}

const dataDir = options.data ?? (await mkdtemp(path.join(os.tmpdir(), 'ledgerline-search-')));
if (!options.data) {
  const config = readConfig({ DATA_DIR: dataDir, OWNER_PASSWORD: PASSWORD });
  await fillBrokerage(config, { clients: BASE_CLIENTS, seed: 1, fill: 'all' });
}
const embedded = await startEmbeddedPostgres({ dataDir });
await migrateDatabase(embedded.url);
await fill(dataDir, embedded.url);
const product = await startServer(PRODUCT, Number(options.port), {
  DATABASE_URL: embedded.url,
  DATA_DIR: dataDir,
});
const headers = await signInHeaders(product.url, PASSWORD);
for (const [title, texts] of Object.entries(TEXTS)) {
  const times = await timesOf(product.url, headers, texts);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)]?.toFixed(1);
  console.log(`${title}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, maximum ${at(1)} ms (target ${TARGET_MS})`);
}
await product.stop();
await embedded.stop();
if (!options.data) await rm(dataDir, { recursive: true, force: true });
