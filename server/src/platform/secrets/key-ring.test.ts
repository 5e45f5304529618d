import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { findKeys, newFieldKey, writeKeyFile } from './key-ring.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => path.join(folder, 'keys.json');
const load = (environment: Record<string, string> = {}) => findKeys(readConfig(environment), file());
const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

describe('the key ring', () => {
  it('is read from the file as written, which only the owner can read', async () => {
    const ring = { fieldKeys: [newFieldKey()], tokenSecret: Buffer.alloc(48, 3) };
    await writeKeyFile(file(), ring);
    expect(await load()).toEqual({ ...ring, hasFile: true });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('is read from the configuration, newest first, whatever the file contains', async () => {
    const ring = await load({ FIELD_KEYS: `b:${key(2)}, a:${key(1)}`, TOKEN_SECRET: 'x'.repeat(32) });
    expect(ring.fieldKeys?.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await load()).toEqual({ fieldKeys: null, tokenSecret: null, hasFile: false });
  });

  it('gets random key ids, and accepts those of earlier versions', async () => {
    const names = new Set(Array.from({ length: 50 }, () => newFieldKey().id));
    expect(names.size).toBe(50);
    await writeFile(
      file(),
      JSON.stringify({ field_keys: [{ id: 'k1', key: key(4) }], token_secret: key(5) }),
    );
    expect((await load()).fieldKeys).toEqual([{ id: 'k1', key: Buffer.alloc(32, 4) }]);
    for (const id of names) expect((await load({ FIELD_KEYS: `${id}:${key(1)}` })).fieldKeys).toHaveLength(1);
  });

  it('rejects keys of another length and ids with other characters in one line', async () => {
    for (const wrong of ['a:AAAA', `:${key(1)}`, `a.b:${key(1)}`, 'a', `a:${key(1)},`]) {
      await expect(load({ FIELD_KEYS: wrong })).rejects.toThrow(/^FIELD_KEYS: must be/);
    }
  });

  it('is rejected if its file is damaged', async () => {
    await writeFile(file(), '{"field_keys": []');
    await expect(load()).rejects.toThrow('is damaged. Restore it from a backup.');
    expect(await readFile(file(), 'utf8')).toBe('{"field_keys": []');
  });
});
