import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Storage } from '#platform/storage/storage.ts';

const textOf = async (stream: Readable) => Buffer.concat(await stream.toArray()).toString();

/** The behavior of every storage, whatever its implementation. */
export function storageSuite(storage: () => Storage): void {
  const newKey = (ending = 'pdf') => `documents/2026/${randomBytes(16).toString('hex')}.${ending}`;

  it.each([0, 1, 65_536, 25 * 1024 * 1024])('stores a file of %i bytes unchanged', async (length) => {
    const [key, bytes] = [newKey(), randomBytes(length)];
    await storage().put(key, bytes);
    expect(await storage().size(key)).toBe(length);
    expect((await storage().read(key)).equals(bytes)).toBe(true);
    await storage().remove(key);
  });

  it.each(['previews/abc/1.pdf', 'esign/envelopes/3f-_9/signed.pdf', 'a!b/with blank.txt'])(
    'accepts the key %s',
    async (key) => {
      await storage().put(key, Buffer.from(key));
      expect((await storage().read(key)).toString()).toBe(key);
      await storage().remove(key);
      expect(await storage().size(key)).toBe(null);
    },
  );

  it('streams a full file and ranges of it', async () => {
    const key = newKey('txt');
    await storage().put(key, Buffer.from('0123456789'));
    expect(await textOf(await storage().stream(key))).toBe('0123456789');
    expect(await textOf(await storage().stream(key, { start: 0, end: 1 }))).toBe('01');
    expect(await textOf(await storage().stream(key, { start: 3, end: 6 }))).toBe('3456');
    expect(await textOf(await storage().stream(key, { start: 9, end: 9 }))).toBe('9');
  });

  it('reports a missing file as missing', async () => {
    const key = newKey();
    expect(await storage().size(key)).toBe(null);
    await expect(storage().read(key)).rejects.toThrow();
    await expect(storage().stream(key)).rejects.toThrow();
  });

  it('replaces a file atomically', async () => {
    const key = newKey();
    await storage().put(key, Buffer.from('a long first version'));
    await storage().put(key, Buffer.from('second'));
    expect((await storage().read(key)).toString()).toBe('second');
    expect(await storage().size(key)).toBe(6);
  });

  it('removes a file, and removes it again without an error', async () => {
    const key = newKey();
    await storage().put(key, Buffer.from('x'));
    await storage().remove(key);
    await storage().remove(key);
    await expect(storage().read(key)).rejects.toThrow();
  });

  it('stores concurrent files separately', async () => {
    const files = Array.from({ length: 20 }, (_, n) => ({ key: newKey(), bytes: Buffer.from(`file ${n}`) }));
    await Promise.all(files.map(({ key, bytes }) => storage().put(key, bytes)));
    const read = await Promise.all(files.map(({ key }) => storage().read(key)));
    expect(read.map(String)).toEqual(files.map(({ bytes }) => bytes.toString()));
  });
}
