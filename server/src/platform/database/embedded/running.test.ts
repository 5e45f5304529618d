import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBesideServer, openStopped } from '#platform/backup/installation.ts';
import { readConfig } from '#platform/config.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { hasEmbeddedDatabase, runningEmbeddedUrl } from './running.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-running-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('a command beside the server', () => {
  it('finds the database of a running server, and only while it runs', async () => {
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

  it('uses what runs without a lock, starts what does not, and makes no installation of its own', async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    const server = await openStopped(config);
    const beside = await openBesideServer(config);
    expect(beside.url).toBe(server.url);
    await expect(openStopped(config)).rejects.toThrow('already in use by another Ledgerline server');
    await beside.close();
    await server.close();
    const alone = await openBesideServer(config);
    expect(await runningEmbeddedUrl(dataDir)).toBe(alone.url);
    await alone.close();
    const nowhere = readConfig({ DATA_DIR: path.join(dataDir, 'nowhere') });
    await expect(openBesideServer(nowhere)).rejects.toThrow('There is no installation in');
  });
});
