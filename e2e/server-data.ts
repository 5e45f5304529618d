import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { runningEmbeddedUrl } from '../postgres/src/embedded-postgres.ts';
import { inboxOf } from './inbox.ts';

/** The data folder of the server under test. */
function dataDir(): string {
  const folder = process.env.E2E_DATA_DIR;
  if (!folder) throw new Error('E2E_DATA_DIR is set by playwright.config.ts');
  return folder;
}

async function query(statement: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  const connectionString = process.env.DATABASE_URL ?? (await runningEmbeddedUrl(dataDir()));
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** Sets the expiry of a client's links to a minute ago; the shortest lifetime that the API accepts is an hour. */
export async function expireLinks(clientId: number): Promise<void> {
  const { rowCount } = await query(
    `update secure_links set access_token_expires_at = now() - interval '1 minute' where client_id = $1`,
    [clientId],
  );
  expect(rowCount).toBeGreaterThan(0);
}

/** Moves an agent's last activity back by this many minutes. */
export async function leaveScreens(agentId: number, minutes: number): Promise<void> {
  const { rowCount } = await query(
    `update sign_ins set last_active_at = now() - make_interval(mins => $2)
      where agent_id = $1 and last_active_at is not null`,
    [agentId, minutes],
  );
  expect(rowCount).toBeGreaterThan(0);
}

/** Makes the links of a client four days old; Today lists those that were never opened. */
export async function ageLinks(clientId: number): Promise<void> {
  const { rowCount } = await query(
    `update secure_links set created_at = now() - interval '4 days' where client_id = $1`,
    [clientId],
  );
  expect(rowCount).toBeGreaterThan(0);
}

/** Simulates that days have passed since a client received emails: moves the send dates of emails and reminders back. */
export async function passDaysSinceEmails(clientId: number, days: number): Promise<void> {
  const ago = 'make_interval(days => $2)';
  const { rowCount } = await query(
    `with emails as (
       update mail_messages set created_at = created_at - ${ago}, sent_at = sent_at - ${ago} where client_id = $1),
     sent as (
       update reminders_sent s set sent_at = s.sent_at - ${ago}
         from reminder_series r where r.id = s.series_id and r.client_id = $1)
     update reminder_series set started_at = started_at - ${ago}, due_at = due_at - ${ago}, looked_at = null
      where client_id = $1`,
    [clientId, days],
  );
  expect(rowCount).toBeGreaterThan(0);
}

/**
 * Simulates that months have passed for a schedule: moves its dates and the periods of its invoices back, as if it had started that much
 * earlier. Works only for the first of a month, which every month has.
 */
export async function passMonths(scheduleId: number, months: number): Promise<void> {
  const { rowCount } = await query(
    `update recurring_payments set anchor_date = anchor_date - make_interval(months => $2),
       next_payment_date = next_payment_date - make_interval(months => $2) where id = $1`,
    [scheduleId, months],
  );
  expect(rowCount).toBe(1);
  // Moves the periods through days that none has first, because the unique index checks each row separately.
  for (const [years, back] of [
    [1000, 0],
    [-1000, -months],
  ]) {
    await query(
      `update invoices set recurring_period = recurring_period + make_interval(years => $2, months => $3)
       where recurring_payment_id = $1`,
      [scheduleId, years, back],
    );
  }
}

/** Moves an agent's last re-authentication back by 15 minutes. */
export async function ageReauthentication(agentId: number): Promise<void> {
  const { rowCount } = await query(
    `update sign_ins set proved_at = proved_at - interval '15 minutes' where agent_id = $1`,
    [agentId],
  );
  expect(rowCount).toBeGreaterThan(0);
}

/** Runs a scheduled job this many times concurrently, and waits until all runs are done. */
export async function runJobs(queue: string, count: number): Promise<void> {
  const { rows } = await query(
    `insert into pgboss.job (name, data) select $1, '{}'::jsonb from generate_series(1, $2) returning id`,
    [queue, count],
  );
  const ids = rows.map(({ id }) => id);
  const states = async () =>
    (await query('select state from pgboss.job where id = any($1)', [ids])).rows.map(({ state }) => state);
  await expect.poll(states, { timeout: 20_000 }).toEqual(ids.map(() => 'completed'));
}

/** Makes provider events that have failed so far run their last attempt. */
export async function runLastAttempts(): Promise<void> {
  await expect(async () => {
    const { rows } = await query(
      `update provider_events set attempts = 5 where status = 'new' and attempts between 1 and 4 returning id`,
      [],
    );
    expect(rows.length).toBeGreaterThan(0);
    await query(
      `insert into pgboss.job (name, data)
       select distinct name, data from pgboss.job
        where name like 'provider-events-%' and (data->>'id')::bigint = any($1)`,
      [rows.map(({ id }) => id)],
    );
  }).toPass();
}

interface Email {
  header: string;
  /** The decoded text parts; attachments stay encoded. */
  text: string;
}

/** Every email to this address that was sent. */
export async function emailsTo(address: string): Promise<Email[]> {
  const folder = inboxOf(dataDir());
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const emails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return emails
    .filter((email) => email.includes(`To: ${address}`))
    .map((email) => {
      const end = email.indexOf('\n\n');
      return { header: email.slice(0, end), text: withoutQuoting(email.slice(end)) };
    });
}

/** Waits for an email to this address. */
export async function emailTo(address: string): Promise<Email> {
  let found: Email | undefined;
  await expect(async () => {
    found = (await emailsTo(address)).at(-1);
    expect(found).toBeDefined();
  }).toPass();
  return found ?? { header: '', text: '' };
}

/** Decodes quoted-printable (RFC 2045, 6.7). */
function withoutQuoting(text: string): string {
  const joined = text.replaceAll(/=\r?\n/g, '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
