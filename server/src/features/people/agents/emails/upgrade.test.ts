import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { migrateDatabase, migrateDatabaseTo } from '#platform/database/migrate.ts';
import { adminQuery, databaseUrl, dropDatabase } from '#testing/database.ts';

/** The migrations before email addresses were confirmed. */
const MIGRATIONS_BEFORE = 57;

it('trusts addresses from before the upgrade, except those of pending invitations', async () => {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await adminQuery(inject('databaseUrl'), `create database ${name}`);
  const url = databaseUrl(inject('databaseUrl'), name);
  const client = new pg.Client(url);
  const insert = (username: string) =>
    client.query(
      `insert into agents (email, username, first_name, last_name, password_hash)
       values ($1 || '@example.test', $1, 'Alex', 'Agent', '')`,
      [username],
    );
  try {
    await migrateDatabaseTo(url, MIGRATIONS_BEFORE);
    await client.connect();
    await insert('invited');
    await insert('working');
    await client.query(
      `insert into password_links (agent_id, kind, token_fingerprint, created_at, expires_at)
       select id, case username when 'invited' then 'invitation' else 'reset' end, username, now(), now() from agents`,
    );
    await migrateDatabase(url);
    await insert('later');
    const { rows } = await client.query('select username from agents where has_legacy_email');
    expect(rows).toEqual([{ username: 'working' }]);
  } finally {
    await client.end();
    await dropDatabase(inject('databaseUrl'), name);
  }
});
