import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { migrateDatabase, migrateDatabaseTo } from '#platform/database/migrate.ts';
import { adminQuery, databaseUrl, dropDatabase } from '#testing/database.ts';

/** The migrations before invoices got another search text and all texts were folded. */
const MIGRATIONS_BEFORE = 60;
/** The migrations before 0098, which adds a stored column to forms and therefore rewrites their table. */
const MIGRATIONS_BEFORE_0098 = 98;

/** Spaces between values, left by empty values in plain rows, are not searched. */
const SEARCHED = `
  select row, regexp_replace(search_text, ' +', ' ', 'g') as search_text from (
    select 'client ' || client_id as row, search_text from client_outlines
    union all select 'form ' || id, search_text from session_forms
    union all select 'invoice ' || id, search_text from invoices) each order by 1`;
const VERSIONS = `
  select 'client ' || client_id as row, ctid::text from client_outlines where sort_name like 'Plain%'
  union all select 'form ' || id, ctid::text from session_forms where last_name = 'Plain'
  union all select 'invoice ' || id, ctid::text from invoices where full_name like '%Plain' order by 1`;
const FILES = `
  select c.relname, pg_relation_filenode(c.oid) as file from pg_class c
   where relnamespace = 'public'::regnamespace
     and relname in ('clients', 'client_outlines', 'session_forms', 'invoices', 'invoices_search', 'invoices_by_created')
   order by 1`;

/** A database of its own with the first migrations. */
async function withMigrations(
  count: number,
  work: (client: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await adminQuery(inject('databaseUrl'), `create database ${name}`);
  const url = databaseUrl(inject('databaseUrl'), name);
  const client = new pg.Client(url);
  try {
    await migrateDatabaseTo(url, count);
    await client.connect();
    await work(client, url);
  } finally {
    await client.end();
    await dropDatabase(inject('databaseUrl'), name);
  }
}

it('folds what is stored, and rewrites neither the tables nor plain rows', () =>
  withMigrations(MIGRATIONS_BEFORE, async (client, url) => {
    const rowsOf = async (sql: string) => (await client.query(sql)).rows;
    for (const [number, last] of ['Plain', 'Núñez', 'O`Brien', ' De  León', 'D’Angelo\tSosa'].entries()) {
      const { rows } = await client.query(
        `insert into clients (client_first_name, client_last_name, status, created_at, updated_at)
         values ('Ana', $1, 'new', now(), now()) returning id`,
        [last],
      );
      await client.query(
        `insert into session_forms (title, form_name_agent, type, first_name, last_name, phone, form_data,
                                    created_at, updated_at)
         values ('Consent', 'Consent', 'Web Form', 'Ana', $1, '+1 305 555', 'x', now(), now())`,
        [last],
      );
      await client.query(
        `insert into invoices (external_ref, title, full_name, customer_id, status, square_account, subtotal_cents,
                               tax_cents, total_cents, created_at, updated_at)
         values ('INV-' || $1::int, 'Advice', 'Ana ' || $2::text, $3, 'sent', 'BFS', 1, 0, 1, now(), now())`,
        [1001 + number, last, rows[0].id],
      );
    }
    const [versions, files] = [await rowsOf(VERSIONS), await rowsOf(FILES)];
    expect([versions.length, files.length]).toEqual([3, 6]);

    await migrateDatabaseTo(url, MIGRATIONS_BEFORE_0098);
    expect(await rowsOf(VERSIONS)).toEqual(versions);
    expect(await rowsOf(FILES)).toEqual(files);

    await migrateDatabase(url);
    const upgraded = await rowsOf(SEARCHED);
    expect(upgraded.filter(({ search_text }) => search_text.includes('nunez'))).toHaveLength(3);
    // What the triggers write from now on.
    await client.query('update session_forms set title = title');
    await client.query('update invoices set title = title');
    await client.query(`update clients set client_last_name = client_last_name || 'x'`);
    await client.query(`update clients set client_last_name = left(client_last_name, -1)`);
    expect(await rowsOf(SEARCHED)).toEqual(upgraded);
  }));

/** Up to the migration before 0068, whose statements some databases lack. */
const MIGRATIONS_BEFORE_0068 = 68;

it('adds the statistics of folded titles, and the function about pauses, where earlier migrations did not', () =>
  withMigrations(MIGRATIONS_BEFORE_0068, async (client, url) => {
    await client.query('drop statistics sessions_folded, tasks_folded');
    await client.query('drop function has_paused_reminders');
    await migrateDatabase(url);
    const { rows } = await client.query(
      `select stxname as name, stxrelid::regclass::text as of from pg_statistic_ext where stxname like '%_folded' order by 1`,
    );
    expect(rows).toEqual([
      { name: 'sessions_folded', of: 'sessions' },
      { name: 'tasks_folded', of: 'tasks' },
    ]);
    expect((await client.query('select has_paused_reminders(1, 1) as paused')).rows).toEqual([
      { paused: false },
    ]);
  }));
