import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { loadKeyRing } from './key-ring.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

const load = (environment: Record<string, string> = {}) =>
  loadKeyRing(readConfig(environment), path.join(folder, 'keys.json'));
const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

describe('the key ring', () => {
  it('is made once, readable by nobody else, and the same at the next start', async () => {
    const first = await load();
    expect(await load()).toEqual(first);
    expect((await stat(path.join(folder, 'keys.json'))).mode & 0o777).toBe(0o600);
    expect([first.fieldKeys[0]?.key.length, first.tokenSecret.length]).toEqual([32, 48]);
  });

  it('comes from the configuration, newest first, and then writes no file', async () => {
    const ring = await load({ FIELD_KEYS: `b:${key(2)}, a:${key(1)}`, TOKEN_SECRET: 'x'.repeat(32) });
    expect(ring.fieldKeys.map(({ id }) => id)).toEqual(['b', 'a']);
    await expect(readFile(path.join(folder, 'keys.json'))).rejects.toThrow('ENOENT');
  });

  it('refuses keys of another length and ids with other characters in one line', async () => {
    for (const wrong of ['a:AAAA', `:${key(1)}`, `a.b:${key(1)}`, 'a', `a:${key(1)},`]) {
      await expect(load({ FIELD_KEYS: wrong })).rejects.toThrow(/^FIELD_KEYS: must be/);
    }
  });

  it('refuses a damaged file instead of making new keys over it', async () => {
    await writeFile(path.join(folder, 'keys.json'), '{"field_keys": []');
    await expect(load()).rejects.toThrow('is damaged. Restore it from a backup.');
    expect(await readFile(path.join(folder, 'keys.json'), 'utf8')).toBe('{"field_keys": []');
  });
});
