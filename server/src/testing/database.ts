import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const TEMPLATE_DATABASE = 'ledgerline_template';

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function adminQuery(serverUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** A fresh database with every table. Copying the template's files takes a third of the time of writing them through the log. */
export async function createTestDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await adminQuery(serverUrl, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  };
}

const DROP_ATTEMPTS = 20;

/** Autovacuum may be at work in it, which only a superuser could end: it is waited for. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await adminQuery(serverUrl, `drop database ${name} with (force)`);
    } catch (error) {
      const isHeld = error instanceof pg.DatabaseError && error.code === '42501';
      if (!isHeld || attempt === DROP_ATTEMPTS) throw error;
      await sleep(250);
    }
  }
}
