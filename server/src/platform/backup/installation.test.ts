import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runningEmbeddedUrl } from '@ledgerline/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { connectToInstallation, openStopped } from './installation.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-installation-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('a command-line tool', () => {
  it('uses a running database without a lock, starts a stopped one, and never creates an installation', async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    const server = await openStopped(config);
    const beside = await connectToInstallation(config);
    expect(beside.url).toBe(server.url);
    await expect(openStopped(config)).rejects.toThrow('already in use by another Ledgerline server');
    await beside.close();
    await server.close();
    const alone = await connectToInstallation(config);
    expect(await runningEmbeddedUrl(dataDir)).toBe(alone.url);
    await alone.close();
    const nowhere = readConfig({ DATA_DIR: path.join(dataDir, 'nowhere') });
    await expect(connectToInstallation(nowhere)).rejects.toThrow('There is no installation in');
  });
});
