import { randomUUID } from 'node:crypto';
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

export function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return adminQuery(serverUrl, `drop database ${name} with (force)`);
}
