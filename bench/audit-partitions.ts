import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';

/**
 * Measures the most frequent statements of the audit log on one table and on partitions by year and by month (decision
 * 062). Options: `--rows` over ten years, `--runs` of each statement.
 */
const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '2000' } },
});
const ROWS = Number(options.rows);
const RUNS = Number(options.runs);
const CLIENTS = 20_000;
const FIELDS = 12;

/** `parts` partitions of `months` months each cover the end of the ten years; one more partition holds the rest. */
const VARIANTS = [
  { name: 'one table', table: 'audit_plain', months: 0, parts: 0 },
  { name: '12 years', table: 'audit_years', months: 12, parts: 12 },
  { name: '24 months', table: 'audit_24', months: 1, parts: 24 },
  { name: '120 months', table: 'audit_120', months: 1, parts: 120 },
] as const;

const COLUMNS = `id bigint not null, at timestamptz not null, actor_kind text not null, actor_id bigint, actor_name text not null,
  address text, action text not null, entity text not null, entity_id bigint, field text, old_value jsonb, new_value jsonb,
  old_cipher text, operation text, request_id text`;
const NAMES =
  'id, at, actor_kind, actor_id, actor_name, address, action, entity, entity_id, field, old_value, new_value, request_id';

async function createTable(
  client: pg.Client,
  { table, months, parts }: (typeof VARIANTS)[number],
): Promise<void> {
  const by = parts > 0 ? 'partition by range (at)' : '';
  await client.query(`create table ${table} (${COLUMNS}, primary key (id${parts > 0 ? ', at' : ''})) ${by}`);
  const month = (n: number) => `'2026-12-01 00:00Z'::timestamptz - make_interval(months => ${n * months})`;
  if (parts > 0) {
    const text = async (value: string) => (await client.query(`select (${value})::text as t`)).rows[0].t;
    for (let n = 0; n < parts; n += 1)
      await client.query(
        `create table ${table}_${n} partition of ${table} for values from ('${await text(month(n + 1))}') to ('${await text(month(n))}')`,
      );
    await client.query(
      `create table ${table}_before partition of ${table} for values from (minvalue) to ('${await text(month(parts))}')`,
    );
  }
  await client.query(`create index on ${table} (entity, entity_id, id)`);
  await client.query(`create index on ${table} (operation)`);
  await client.query(
    `insert into ${table} (${NAMES})
     select n, '2016-12-01 00:00Z'::timestamptz + n * (interval '10 years' / $1::float8), 'agent', 1 + n % 20, 'Alex Agent', '127.0.0.1',
            'updated', case when n % 10 = 0 then 'session_form' else 'client' end, 1 + (n::bigint * 7919) % ${CLIENTS}, 'field_' || n % ${FIELDS},
            to_jsonb('before ' || n), to_jsonb('after ' || n), md5(n::text)
       from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await client.query(`vacuum analyze ${table}`);
}

const STATEMENTS: Record<string, (table: string) => { text: string; values: (n: number) => unknown[] }> = {
  history: (table) => ({
    text: `select id, at, actor_name, action, field, old_value, new_value, old_cipher from ${table}
            where entity = 'client' and entity_id = $1 and ($2::bigint is null or id < $2) and ($3::text is null or field = $3)
            order by id desc limit $4`,
    values: (n) => [1 + ((n * 31) % CLIENTS), null, null, 51],
  }),
  timeline: (table) => ({
    text: `select e.at, e.action, e.id from generate_series($1::int, $1::int + 9) f join ${table} e
               on e.entity = 'session_form' and e.entity_id = f
            where e.action in ('created', 'updated') order by e.at desc, e.id desc limit 31`,
    values: (n) => [1 + ((n * 31) % CLIENTS)],
  }),
  'one change': (table) => ({
    text: `select id, old_value from ${table} where entity = 'client' and entity_id = $1 and id = $2`,
    values: (n) => [1 + ((n * 31) % CLIENTS), n],
  }),
  'the rows of a save': (table) => ({
    text: `insert into ${table} (${NAMES}) select $1::bigint + n, now(), 'agent', 1, 'Alex Agent', '127.0.0.1', 'updated', 'client',
                  $2, 'field_' || n, '"before"', '"after"', 'request' from generate_series(1, 2) n`,
    values: (n) => [100_000_000 + n * 2, 1 + n],
  }),
};

async function measure(client: pg.Client, table: string): Promise<string[]> {
  const figures: string[] = [];
  for (const buildStatement of Object.values(STATEMENTS)) {
    const { text, values } = buildStatement(table);
    for (let n = 0; n < 200; n += 1) await client.query(text, values(RUNS + n));
    const times: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      const started = performance.now();
      await client.query(text, values(n));
      times.push(performance.now() - started);
    }
    figures.push((times.sort((one, other) => one - other)[RUNS / 2] ?? 0).toFixed(3));
  }
  return figures;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-partitions-'));
const embedded = await startEmbeddedPostgres({ dataDir });
const client = new pg.Client(embedded.url);
await client.connect();
try {
  await client.query('set synchronous_commit = off');
  console.log(`| ms, median of ${RUNS} | ${Object.keys(STATEMENTS).join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(Object.keys(STATEMENTS).length)}`);
  for (const variant of VARIANTS) {
    await createTable(client, variant);
    console.log(`| ${variant.name} | ${(await measure(client, variant.table)).join(' | ')} |`);
  }
} finally {
  await client.end();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
