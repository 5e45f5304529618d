import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createKeyWrap } from '../server/src/platform/secrets/key-wrap.ts';
import { createDiskStorage } from '../server/src/platform/storage/disk.ts';
import { createEncryptedStorage } from '../server/src/platform/storage/encrypted/encrypted-storage.ts';
import type { Storage } from '../server/src/platform/storage/storage.ts';

/**
 * Compares plain and encrypted file storage, alternating in one run (decision 065):
 * `node bench/files.ts --folder <on the disk to measure>`.
 */
const { values: options } = parseArgs({ options: { folder: { type: 'string', default: tmpdir() } } });
const ROUNDS = 12;
const MEBIBYTE = 1024 * 1024;
const folder = await mkdtemp(path.join(options.folder, 'ledgerline-files-'));
const plain = createDiskStorage(path.join(folder, 'plain'));
const keys = createKeyWrap({
  fieldKeys: [{ id: 'bench', key: randomBytes(32) }],
  tokenSecret: randomBytes(48),
});
const store = createDiskStorage(path.join(folder, 'encrypted'));
const encrypted = createEncryptedStorage({ store, keys, areAllEncrypted: async () => true });

const large = randomBytes(25 * MEBIBYTE);
const small = Array.from({ length: 200 }, () => randomBytes(80 * 1024));
const keyOf = (n: number) => `documents/2026/${n}.pdf`;

async function drain(storage: Storage, key: string): Promise<void> {
  for await (const _ of await storage.stream(key));
}

const OPERATIONS: Record<string, (storage: Storage) => Promise<void>> = {
  'store 25 MiB': (storage) => storage.put(keyOf(0), large),
  'send 25 MiB': (storage) => drain(storage, keyOf(0)),
  'read 25 MiB at once': async (storage) => void (await storage.read(keyOf(0))),
  'send a range of 64 KiB': async (storage) => {
    for await (const _ of await storage.stream(keyOf(0), {
      start: 10 * MEBIBYTE,
      end: 10 * MEBIBYTE + 65_535,
    }));
  },
  'store 200 files of 80 KiB': async (storage) => {
    for (const [n, bytes] of small.entries()) await storage.put(keyOf(n + 1), bytes);
  },
  'size and send 200 files of 80 KiB': async (storage) => {
    for (const n of small.keys()) {
      await storage.size(keyOf(n + 1));
      await drain(storage, keyOf(n + 1));
    }
  },
};

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const median = (times: number[]) =>
  times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

try {
  for (const [name, work] of Object.entries(OPERATIONS)) {
    const times = { plain: [] as number[], encrypted: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      times.plain.push(await timed(() => work(plain)));
      times.encrypted.push(await timed(() => work(encrypted)));
    }
    const [before, after] = [median(times.plain), median(times.encrypted)];
    console.log(
      `${name}: ${before.toFixed(1)} ms plain, ${after.toFixed(1)} ms encrypted, ${(after / before).toFixed(2)} times`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
