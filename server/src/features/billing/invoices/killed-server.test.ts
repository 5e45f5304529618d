import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../main.ts');
const t = useTestApp();
const running: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await endOf(server, 'SIGTERM');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function endOf(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

const databaseUrl = () => String(t.current.deps.database.pool.options.connectionString);

/** A separate process on the test's database; resolves to its address once it is ready. */
async function startServer(dataDir: string): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl(),
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      FIELD_KEYS: `test:${Buffer.alloc(32, 1).toString('base64')}`,
      TOKEN_SECRET: 'of-a-server-that-is-killed-in-a-test-0123456789',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(server);
  let output = '';
  for await (const chunk of server.stdout ?? []) {
    output += String(chunk);
    const port = /ready on http:\/\/localhost:(\d+)/.exec(output)?.[1];
    if (port) return { server, address: `http://127.0.0.1:${port}` };
  }
  throw new Error(`the server did not start: ${output}`);
}

it('records a payment within 15 s of the restart after a kill -9 in the middle of processing it', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-killed-'));
  folders.push(dataDir);
  const { database, jobs } = t.current.deps;
  vi.spyOn(jobs, 'send').mockResolvedValue();
  const invoice = await buildPublishedInvoice(t.current);
  const first = await startServer(dataDir);
  const holder = new pg.Client({ connectionString: databaseUrl() });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from invoices where id = $1 for update', [invoice.id]);
  const paid = await fetch(`${first.address}/api/pay/${invoice.token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: crypto.randomUUID(), outcome: 'paid', method: 'card' }),
  });
  expect(paid.status).toBe(200);
  const jobStates = async () =>
    (
      await database.query<{ state: string }>(
        `select state from pgboss.job where name = 'provider-events-payments'`,
      )
    ).map(({ state }) => state);
  await expect.poll(jobStates, { timeout: 60_000 }).toContain('active');
  await endOf(first.server, 'SIGKILL');
  await holder.query('rollback');
  await holder.end();
  expect(await jobStates()).toContain('active');

  await startServer(dataDir);
  const stored = () =>
    database.query<{ status: string; payments: number }>(
      `select status, (select count(*) from transactions where invoice_id = i.id) as payments
         from invoices i where id = $1`,
      [invoice.id],
    );
  await expect.poll(stored, { timeout: 60_000 }).toEqual([{ status: 'paid', payments: 1 }]);
  await expect
    .poll(async () => new Set(await jobStates()), { timeout: 60_000 })
    .toEqual(new Set(['completed']));
  const [duration] = await database.query<{ seconds: number }>(
    `select extract(epoch from max(j.completed_on) - max(s.started_at))::float8 as seconds
       from pgboss.job j, job_servers s where j.name = 'provider-events-payments'`,
  );
  expect(duration?.seconds).toBeLessThan(15);
});
