import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyWrap } from '#platform/secrets/key-wrap.ts';
import { createDiskStorage } from '../disk.ts';
import { OWNER_FILE } from '../storage.ts';
import { CHUNK_BYTES, encryptedSize } from './chunks.ts';
import { createEncryptedStorage } from './encrypted-storage.ts';
import { HEADER_BYTES } from './header.ts';

const keyOf = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });
const ringOf = (...fieldKeys: ReturnType<typeof keyOf>[]) =>
  createKeyWrap({ fieldKeys, tokenSecret: Buffer.alloc(48, 7) });
const OLD = keyOf('old', 1);
const NEW = keyOf('new', 2);
const KEY = 'documents/2026/a.pdf';
const DAMAGED = { code: 'file_damaged' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-encrypted-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(keys = ringOf(OLD), areAllEncrypted = true) {
  const store = createDiskStorage(folder);
  return {
    store,
    files: createEncryptedStorage({ store, keys, areAllEncrypted: async () => areAllEncrypted }),
  };
}

const storedBytes = (key = KEY) => readFile(path.join(folder, key));

/** Every way to read a file's bytes; each returns the complete content or an error. */
async function everyReading(files: ReturnType<typeof open>['files'], length: number) {
  const readFull = async () => Buffer.concat(await (await files.stream(KEY)).toArray());
  const inParts = async () => {
    const parts: Buffer[] = [];
    for (let start = 0; start < length; start += 50_000) {
      const end = Math.min(start + 49_999, length - 1);
      parts.push(...(await (await files.stream(KEY, { start, end })).toArray()));
    }
    return Buffer.concat(parts);
  };
  return Promise.allSettled([files.read(KEY), readFull(), ...(length > 0 ? [inParts()] : [])]);
}

describe('an encrypted file', () => {
  const sizes = [0, 1, 15, 16, 17, 4096];
  const around = [1, 2, 3].flatMap((chunks) =>
    [-17, -16, -1, 0, 1, 16].map((by) => chunks * CHUNK_BYTES + by),
  );
  it.each([
    ...sizes,
    ...around,
    ...Array.from({ length: 12 }, () => Math.floor(Math.random() * 3 * CHUNK_BYTES)),
  ])('of %i bytes is read unchanged, complete and in ranges, and reports its plain size', async (length) => {
    const { files } = open();
    const bytes = randomBytes(length);
    await files.put(KEY, bytes);
    expect((await storedBytes()).length).toBe(encryptedSize(length));
    expect(await files.size(KEY)).toBe(length);
    for (const reading of await everyReading(files, length)) {
      expect(reading.status === 'fulfilled' && reading.value.equals(bytes)).toBe(true);
    }
    for (let round = 0; length > 0 && round < 8; round++) {
      const start = Math.floor(Math.random() * length);
      const end = start + Math.floor(Math.random() * (length - start));
      const part = Buffer.concat(await (await files.stream(KEY, { start, end })).toArray());
      expect([start, end, part.equals(bytes.subarray(start, end + 1))]).toEqual([start, end, true]);
    }
  });

  it('reveals neither its content nor its name, and is never encrypted the same twice', async () => {
    const { files } = open();
    const bytes = Buffer.alloc(100_000, 'Maria Souza ');
    await files.put(KEY, bytes);
    const first = await storedBytes();
    expect(first.includes('Maria')).toBe(false);
    await files.put(KEY, bytes);
    const second = await storedBytes();
    const alike = first.filter((byte, at) => at > HEADER_BYTES && byte === second[at]).length;
    expect(alike / first.length).toBeLessThan(0.02);
  });

  // Changes each byte of the header and random bytes after it, reads in every way, and does or does not allow unencrypted files.
  it.each([true, false])(
    'is reported as damaged if any byte is changed (all encrypted: %s)',
    async (isStrict) => {
      const { files, store } = open(ringOf(OLD), isStrict);
      const length = 2 * CHUNK_BYTES + 1000;
      await files.put(KEY, randomBytes(length));
      const full = await storedBytes();
      const positions = Array.from({ length: 150 }, () => Math.floor(Math.random() * full.length));
      const last = full.length - 1;
      for (const position of [...Array(HEADER_BYTES + 20).keys(), ...positions, last]) {
        const changed = Buffer.from(full);
        changed[position] = (changed[position] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
        await store.put(KEY, changed);
        for (const reading of await everyReading(files, length)) {
          expect([position, reading]).toEqual([
            position,
            { status: 'rejected', reason: expect.objectContaining(DAMAGED) },
          ]);
        }
      }
    },
  );

  it('is reported as damaged if it was truncated or extended, before any byte is sent', async () => {
    const { files, store } = open(ringOf(OLD), false);
    const length = 3 * CHUNK_BYTES;
    await files.put(KEY, randomBytes(length));
    const full = await storedBytes();
    const chunk = CHUNK_BYTES + 16;
    const cuts = [
      1,
      7,
      8,
      HEADER_BYTES,
      HEADER_BYTES + 5,
      HEADER_BYTES + chunk,
      full.length - chunk,
      full.length - 1,
    ];
    for (const cut of cuts) {
      await store.put(KEY, full.subarray(0, cut));
      await expect(files.size(KEY)).rejects.toMatchObject(DAMAGED);
      for (const reading of await everyReading(files, length)) expect(reading.status).toBe('rejected');
    }
    await store.put(KEY, Buffer.concat([full, Buffer.from('x')]));
    await expect(files.size(KEY)).rejects.toMatchObject(DAMAGED);
    for (const reading of await everyReading(files, length)) expect(reading.status).toBe('rejected');
  });

  it('is not decrypted with the header of another file, nor with chunks in another order', async () => {
    const { files, store } = open();
    await files.put(KEY, randomBytes(3 * CHUNK_BYTES));
    await files.put('documents/2026/b.pdf', randomBytes(3 * CHUNK_BYTES));
    const [a, b] = [await storedBytes(), await storedBytes('documents/2026/b.pdf')];
    await store.put(KEY, b);
    await expect(files.read(KEY)).rejects.toMatchObject(DAMAGED);
    const at = (n: number) => HEADER_BYTES + n * (CHUNK_BYTES + 16);
    const swapped = [
      a.subarray(0, at(0)),
      a.subarray(at(1), at(2)),
      a.subarray(at(0), at(1)),
      a.subarray(at(2)),
    ];
    await store.put(KEY, Buffer.concat(swapped));
    await expect(files.read(KEY)).rejects.toMatchObject(DAMAGED);
    await store.put(KEY, Buffer.concat([a.subarray(0, at(0)), b.subarray(at(0))]));
    await expect(files.read(KEY)).rejects.toMatchObject(DAMAGED);
  });

  it('names the key it needs if that is not in the ring', async () => {
    await open(ringOf(OLD)).files.put(KEY, Buffer.from('x'));
    await expect(open(ringOf(NEW)).files.read(KEY)).rejects.toMatchObject({
      ...DAMAGED,
      message: 'This file needs the key old, which the server does not have, or it is damaged.',
    });
  });

  it('is read up to a damaged chunk, and no further', async () => {
    const { files, store } = open();
    const bytes = randomBytes(3 * CHUNK_BYTES);
    await files.put(KEY, bytes);
    const changed = await storedBytes();
    changed[HEADER_BYTES + CHUNK_BYTES + 16 + 5] = (changed[HEADER_BYTES + CHUNK_BYTES + 16 + 5] ?? 0) ^ 1;
    await store.put(KEY, changed);
    const got: Buffer[] = [];
    const reading = (async () => {
      for await (const piece of await files.stream(KEY)) got.push(piece);
    })();
    await expect(reading).rejects.toMatchObject(DAMAGED);
    expect(Buffer.concat(got).equals(bytes.subarray(0, CHUNK_BYTES))).toBe(true);
  });
});

describe('an unencrypted file of an earlier version', () => {
  it('is read until all files are encrypted, and rejected afterwards', async () => {
    const { store, files } = open(ringOf(OLD), false);
    const bytes = randomBytes(100_000);
    await store.put(KEY, bytes);
    for (const reading of await everyReading(files, bytes.length)) {
      expect(reading.status === 'fulfilled' && reading.value.equals(bytes)).toBe(true);
    }
    const strict = open(ringOf(OLD), true).files;
    for (const way of ['read', 'size', 'stream', 'reencrypt'] as const) {
      await expect(strict[way](KEY)).rejects.toMatchObject({
        ...DAMAGED,
        message: expect.stringContaining('not encrypted, unlike every stored file'),
      });
    }
  });

  it('is encrypted once, and remains readable by readers that started before', async () => {
    const { store, files } = open(ringOf(OLD), false);
    const bytes = randomBytes(3 * CHUNK_BYTES);
    await store.put(KEY, bytes);
    const started = await files.stream(KEY);
    expect([await files.look(KEY), await files.reencrypt(KEY)]).toEqual(['plain', 'encrypted']);
    expect([await files.look(KEY), await files.reencrypt(KEY)]).toEqual(['current', 'current']);
    expect(Buffer.concat(await started.toArray()).equals(bytes)).toBe(true);
    expect((await files.read(KEY)).equals(bytes)).toBe(true);
    expect([await files.look('documents/none'), await files.reencrypt('documents/none')]).toEqual([
      'gone',
      'gone',
    ]);
  });

  it('that identifies the owner of the location stays unencrypted', async () => {
    const { files } = open();
    await files.put(OWNER_FILE, Buffer.from('this database'));
    expect((await storedBytes(OWNER_FILE)).toString()).toBe('this database');
    expect((await files.read(OWNER_FILE)).toString()).toBe('this database');
    expect(await files.size(OWNER_FILE)).toBe(13);
  });
});

describe('a newer key', () => {
  it('rewraps the key of a file, whose chunks stay unchanged', async () => {
    const bytes = randomBytes(2 * CHUNK_BYTES);
    await open(ringOf(OLD)).files.put(KEY, bytes);
    const before = await storedBytes();
    const { files } = open(ringOf(NEW, OLD));
    expect([await files.look(KEY), await files.reencrypt(KEY), await files.look(KEY)]).toEqual([
      'other',
      'rewrapped',
      'current',
    ]);
    expect((await storedBytes()).subarray(HEADER_BYTES).equals(before.subarray(HEADER_BYTES))).toBe(true);
    expect((await open(ringOf(NEW)).files.read(KEY)).equals(bytes)).toBe(true);
    await expect(open(ringOf(OLD)).files.read(KEY)).rejects.toMatchObject(DAMAGED);
  });
});
