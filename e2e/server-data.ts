import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { runningEmbeddedUrl } from '../server/src/platform/database/embedded/running.ts';

/** The data folder of the server under test. */
function dataDir(): string {
  const folder = process.env.E2E_DATA_DIR;
  if (!folder) throw new Error('E2E_DATA_DIR is set by playwright.config.ts');
  return folder;
}

async function query(statement: string, values: readonly unknown[]): Promise<number> {
  const connectionString = process.env.DATABASE_URL ?? (await runningEmbeddedUrl(dataDir()));
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Lets the links of a client end a minute ago: the shortest that can be asked for lasts an hour. */
export async function expireLinks(clientId: number): Promise<void> {
  const changed = await query(
    `update secure_links set access_token_expires_at = now() - interval '1 minute' where client_id = $1`,
    [clientId],
  );
  expect(changed).toBeGreaterThan(0);
}

/** A mail to this address, as it left for the outbox: its header and its parts in plain text. */
export async function mailTo(address: string): Promise<{ header: string; text: string }> {
  const folder = path.join(dataDir(), 'outbox');
  let found: string | undefined;
  await expect(async () => {
    for (const name of await readdir(folder)) {
      const mail = await readFile(path.join(folder, name), 'utf8');
      if (name.endsWith('.eml') && mail.includes(`To: ${address}`)) found = mail;
    }
    expect(found).toBeDefined();
  }).toPass();
  const mail = found ?? '';
  const end = mail.indexOf('\n\n');
  return { header: mail.slice(0, end), text: withoutQuoting(mail.slice(end)) };
}

/** Undoes quoted-printable (RFC 2045, 6.7). */
function withoutQuoting(text: string): string {
  const joined = text.replaceAll(/=\r?\n/g, '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
