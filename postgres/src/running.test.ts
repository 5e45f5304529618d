import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { hasEmbeddedDatabase, runningEmbeddedUrl } from './running.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-running-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('a command while the server is running', () => {
  it('finds the database of a server only while the server is running', async () => {
    expect([await hasEmbeddedDatabase(dataDir), await runningEmbeddedUrl(dataDir)]).toEqual([
      false,
      undefined,
    ]);
    const embedded = await startEmbeddedPostgres({ dataDir });
    expect(await runningEmbeddedUrl(dataDir)).toBe(embedded.url);
    await embedded.stop();
    expect([await hasEmbeddedDatabase(dataDir), await runningEmbeddedUrl(dataDir)]).toEqual([
      true,
      undefined,
    ]);
  });
});
