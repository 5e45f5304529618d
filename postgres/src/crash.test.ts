import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { eachLine } from './postgres-log.ts';

const WRITER = join(import.meta.dirname, 'testing', 'crash-writer.ts');
const ENOUGH = 400;

let dataDir: string;
const acknowledged: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ledgerline-crash-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Lets a server write and kills it; `alsoKill` may kill another process at the same time. */
async function writeAndKill(alsoKill: () => Promise<void> = async () => {}): Promise<void> {
  const writer = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => writer.once('close', resolve));
  await collect(writer);
  writer.kill('SIGKILL');
  await alsoKill();
  await closed;
}

function collect(writer: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = acknowledged.length;
    writer.once('exit', (code) => reject(new Error(`the writer exited on its own (${code})`)));
    if (!writer.stdout) throw new Error('the writer has no output');
    eachLine(writer.stdout, (line) => {
      acknowledged.push(line);
      if (acknowledged.length - before === ENOUGH) resolve();
    });
  });
}

async function postmasterPid(): Promise<number> {
  const file = join(dataDir, 'database', 'cluster', 'postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

async function expectNoLostWrites(): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from acknowledged');
  await client.end();
  await database.stop();
  const present = new Set(rows.map((row) => row.id));
  expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
}

describe('after kill -9 in the middle of writes', () => {
  it('keeps every acknowledged write when only the server is killed and PostgreSQL is left running', async () => {
    await writeAndKill();
    const orphan = await postmasterPid();
    expect(() => process.kill(orphan, 0)).not.toThrow();
    await expectNoLostWrites();
    expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH);
  }, 20_000);

  it('keeps every acknowledged write when PostgreSQL is killed as well', async () => {
    await writeAndKill(async () => {
      process.kill(await postmasterPid(), 'SIGKILL');
    });
    await expectNoLostWrites();
    expect(acknowledged.length).toBeGreaterThanOrEqual(2 * ENOUGH);
  }, 20_000);
});
