import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { migrateDatabase, migrateDatabaseTo } from '#platform/database/migrate.ts';
import { adminQuery, databaseUrl, dropDatabase } from '#testing/database.ts';

/** Migrations up to the calendar's feeds: the next one checks whether there were clients before. */
const MIGRATIONS_BEFORE = 39;

interface Switches {
  reminders_on: boolean;
  reminders_of_invoices: boolean;
  days: number;
  first: number;
}

/** The switches after the upgrade of a database that was used before; undefined: as for a new brokerage. */
async function afterUpgradeOf(...before: string[]): Promise<Switches | undefined> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await adminQuery(inject('databaseUrl'), `create database ${name}`);
  const url = databaseUrl(inject('databaseUrl'), name);
  const client = new pg.Client(url);
  try {
    await migrateDatabaseTo(url, MIGRATIONS_BEFORE);
    await client.connect();
    for (const statement of before) await client.query(statement);
    await migrateDatabase(url);
    const { rows } = await client.query<Switches>(
      `select reminders_on, reminders_of_invoices, default_form_expiration_days as days, reminders_first_days as first
         from global_settings`,
    );
    return rows[0];
  } finally {
    await client.end();
    await dropDatabase(inject('databaseUrl'), name);
  }
}

const CLIENT = 'insert into clients (created_at, updated_at) values (now(), now())';
const SETTINGS =
  'insert into global_settings (default_form_expiration_days, reminders_first_days) values (3, 5)';
const SERIES = 'insert into reminder_series (client_id, started_at) select id, now() from clients';
const OFF = { reminders_on: false, reminders_of_invoices: false };
const ON = { reminders_on: true, reminders_of_invoices: true };

it.each<[string, string[], Switches | undefined]>([
  ['are on in an unused database', [], undefined],
  ['are off where there were clients and no settings', [CLIENT], { ...OFF, days: 7, first: 2 }],
  [
    'are off where there were both, with the other settings unchanged',
    [CLIENT, SETTINGS],
    { ...OFF, days: 3, first: 5 },
  ],
  ['stay unchanged without clients', [SETTINGS], { ...ON, days: 3, first: 5 }],
  ['stay unchanged where reminders were in use', [CLIENT, SETTINGS, SERIES], { ...ON, days: 3, first: 5 }],
])('after an upgrade reminders %s', async (_, before, switches) => {
  expect(await afterUpgradeOf(...before)).toEqual(switches);
});

/** Migrations up to the times of money: the next one tells a refund apart from a change. */
const BEFORE_REFUNDS = 63;

it.each([
  ['was not changed since it was emailed', '', { changed: false, refunded: false }],
  ['was refunded before it was emailed', 'refund', { changed: false, refunded: false }],
  ['was refunded after it was emailed', '', { changed: false, refunded: true }, 'refunded_cents = 500'],
  ['was changed after it was emailed', '', { changed: true, refunded: true }, `title = 'Another'`],
])('after an upgrade an invoice that %s is recognized', async (_, before, expected, after = 'id = id') => {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await adminQuery(inject('databaseUrl'), `create database ${name}`);
  const url = databaseUrl(inject('databaseUrl'), name);
  const client = new pg.Client(url);
  try {
    await migrateDatabaseTo(url, BEFORE_REFUNDS);
    await client.connect();
    await client.query(CLIENT);
    await client.query(
      `insert into invoices (customer_id, title, square_account, subtotal_cents, tax_cents, total_cents, refunded_cents, created_at, updated_at)
       select id, 'Review', 'BFS', 10000, 0, 10000, $1, now(), now() from clients`,
      [before === 'refund' ? 500 : 0],
    );
    await client.query(
      `insert into reminder_series (client_id, invoice_id, started_at, mailed_as)
       select customer_id, id, now(), invoice_as_mailed(id) from invoices`,
    );
    if (after !== 'id = id') await client.query(`update invoices set ${after}`);
    await migrateDatabase(url);
    const { rows } = await client.query<{ changed: boolean; refunded: boolean }>(
      `select split_part(s.mailed_as, ':', 1) <> split_part(invoice_as_mailed(s.invoice_id), ':', 1) as changed,
              s.mailed_as <> invoice_as_mailed(s.invoice_id) as refunded from reminder_series s`,
    );
    expect(rows).toEqual([expected]);
  } finally {
    await client.end();
    await dropDatabase(inject('databaseUrl'), name);
  }
});
