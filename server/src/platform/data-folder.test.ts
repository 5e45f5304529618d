import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '@ledgerline/host/startup-error';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '#platform/data-folder.ts';

const hasProc = existsSync('/proc/self/stat');
const isRoot = process.getuid?.() === 0;

let parent: string;
let dir: string;
let lockFile: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'ledgerline-folder-'));
  dir = join(parent, 'data');
  lockFile = join(dir, 'server.lock');
});

afterEach(() => rm(parent, { recursive: true, force: true }));

/** The lock as a live server writes it, with changes. */
async function leaveLock(changes: Record<string, unknown>): Promise<void> {
  const folder = await openDataFolder(dir);
  const lock = JSON.parse(await readFile(lockFile, 'utf8'));
  await folder.release();
  await writeFile(lockFile, JSON.stringify({ ...lock, ...changes }));
}

describe('openDataFolder', () => {
  it('creates a private folder and releases its lock', async () => {
    const folder = await openDataFolder(dir);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect(folder.filesDir).toBe(join(dir, 'files'));
    expect(JSON.parse(await readFile(lockFile, 'utf8'))).toMatchObject({ pid: process.pid });
    await folder.release();
    expect(existsSync(lockFile)).toBe(false);
  });

  it('rejects a folder that a live server has locked', async () => {
    const folder = await openDataFolder(dir);
    await expect(openDataFolder(dir)).rejects.toThrow(
      new StartupError(
        `The data folder ${dir} is already in use by another Ledgerline server (process ${process.pid}).`,
      ),
    );
    await folder.release();
    await (await openDataFolder(dir)).release();
  });

  it('takes over the lock of a dead process', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    await leaveLock({ pid });
    await (await openDataFolder(dir)).release();
  });

  it.runIf(hasProc)('takes over a lock whose process id now belongs to another process', async () => {
    await leaveLock({ startTime: '1' });
    await (await openDataFolder(dir)).release();
  });

  it('takes over an incompletely written lock', async () => {
    await leaveLock({});
    await writeFile(lockFile, '{"pid":');
    await (await openDataFolder(dir)).release();
  });

  it('gives a stale lock to only one of several servers', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    await leaveLock({ pid });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => openDataFolder(dir)));
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await won[0]?.value.release();
  });

  it('uses the heartbeat to detect a server in another container', async () => {
    await leaveLock({ host: 'another container' });
    const beat = setInterval(() => utimes(lockFile, new Date(), new Date()), 100);
    await expect(openDataFolder(dir)).rejects.toThrow(/already in use/);
    clearInterval(beat);
    await utimes(lockFile, new Date(0), new Date(0));
    await (await openDataFolder(dir)).release();
  });

  it('rejects a path that is not a folder', async () => {
    await writeFile(dir, '');
    await expect(openDataFolder(dir)).rejects.toThrow(`The data folder ${dir} is not a folder.`);
    await expect(openDataFolder(join(dir, 'below'))).rejects.toThrow(/is not a folder/);
  });

  it.runIf(hasProc)('reports a location where nothing can be created as not writable', async () => {
    await expect(openDataFolder('/sys/ledgerline')).rejects.toThrow(
      /^The data folder \/sys\/ledgerline is not writable/,
    );
  });

  it.skipIf(isRoot)('reports a folder without write permission as not writable', async () => {
    await (await openDataFolder(dir)).release();
    await chmod(dir, 0o500);
    await expect(openDataFolder(dir)).rejects.toThrow(/is not writable \(EACCES\)/);
  });
});
