import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { AppError } from '#platform/errors.ts';
import { createKeyWrap } from '#platform/secrets/key-wrap.ts';
import { createDiskStorage } from '#platform/storage/disk.ts';
import { createEncryptedStorage } from '#platform/storage/encrypted/encrypted-storage.ts';
import type { BytesStore } from '#platform/storage/storage.ts';
import { createS3Storage } from './s3.ts';
import { cutAfter, cutMidway, errorResponse, S3Server, silence, stallMidway } from './testing/s3-server.ts';
import { storageSuite } from './testing/storage-suite.ts';

const KEYS = createKeyWrap({
  fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
  tokenSecret: Buffer.alloc(48, 7),
});
const encrypted = (store: BytesStore, areAllEncrypted: boolean) =>
  createEncryptedStorage({ store, keys: KEYS, areAllEncrypted: async () => areAllEncrypted });

/** Both the stored bytes and the decrypting layer; files of earlier versions are unencrypted. */
function describeVariants(store: () => BytesStore): void {
  describe('as bytes', () => storageSuite(store));
  describe('sealed', () => storageSuite(() => encrypted(store(), true)));
  describe('unencrypted, as earlier versions stored them', () =>
    storageSuite(() => {
      const { put } = store();
      return { ...encrypted(store(), false), put };
    }));

  it('return their first bytes and their length in one call', async () => {
    await store().put('documents/begin.txt', Buffer.from('0123456789'));
    const beginningOf = async (key: string) => {
      const found = await store().beginning(key, 4);
      return found && [found.bytes.toString(), found.size];
    };
    expect(await beginningOf('documents/begin.txt')).toEqual(['0123', 10]);
    await store().put('documents/begin.txt', Buffer.from('01'));
    expect(await beginningOf('documents/begin.txt')).toEqual(['01', 2]);
    await store().put('documents/begin.txt', Buffer.alloc(0));
    expect(await beginningOf('documents/begin.txt')).toEqual(['', 0]);
    expect(await beginningOf('documents/none.txt')).toBe(null);
  });
}

describe('files on disk', () => {
  let folder: string;
  let storage: BytesStore;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-storage-'));
    storage = createDiskStorage(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describeVariants(() => storage);

  it('has one complete version after two concurrent puts under one key', async () => {
    const versions = [Buffer.alloc(200_000, 'a'), Buffer.alloc(300_000, 'b')];
    await Promise.all(versions.map((bytes) => storage.put('documents/x.pdf', bytes)));
    const stored = await storage.read('documents/x.pdf');
    expect(versions.some((bytes) => bytes.equals(stored))).toBe(true);
  });

  it('writes nothing outside its folder', async () => {
    await expect(storage.put('../out.pdf', Buffer.from('x'))).rejects.toThrow('leads out of its folder');
  });

  it('shows a complete file or none while it is written', async () => {
    const full = Buffer.alloc(8_000_000, 'w');
    let isWriting = true;
    const writing = storage.put('documents/large.pdf', full).finally(() => {
      isWriting = false;
    });
    const sizes = new Set<number | null>();
    while (isWriting) sizes.add(await storage.size('documents/large.pdf'));
    await writing;
    expect([null, full.length]).toEqual(expect.arrayContaining([...sizes]));
  });
});

describe('files in S3', () => {
  const server = new S3Server();
  let storage: BytesStore;
  const open = (more: Record<string, string> = {}, limits = {}) =>
    createS3Storage(readConfig({ ...server.environment(), ...more }), limits);
  beforeAll(async () => {
    await server.start();
    storage = open();
  });
  afterAll(() => server.stop());

  describeVariants(() => storage);

  const causeOf = async (call: Promise<unknown>): Promise<string> => {
    const error = await call.catch((thrown) => thrown);
    if (!(error instanceof AppError) || !(error.cause instanceof Error)) throw error;
    expect([error.code, error.message]).toEqual([
      'provider_unavailable',
      'The file storage cannot be reached. Please try again.',
    ]);
    return error.cause.message;
  };

  it('are stored under the configured prefix', async () => {
    await storage.put('documents/a.txt', Buffer.from('x'));
    expect(server.requests.at(-1)).toMatch(/^PUT \/ledgerline-test\/ledgerline\/documents\/a\.txt/);
    expect(await open({ S3_PREFIX: '' }).size('ledgerline/documents/a.txt')).toBe(1);
    expect(await open({ S3_PREFIX: 'other/' }).size('documents/a.txt')).toBe(null);
  });

  it('survive a temporarily busy or failing S3', async () => {
    server.failNext(errorResponse(503, 'SlowDown'), errorResponse(500, 'InternalError'));
    await storage.put('documents/b.txt', Buffer.from('kept'));
    server.failNext(errorResponse(500, 'InternalError'));
    expect((await storage.read('documents/b.txt')).toString()).toBe('kept');
    server.failNext(errorResponse(503, 'SlowDown'));
    expect(await storage.size('documents/b.txt')).toBe(4);
    server.failNext(errorResponse(503, 'ServiceUnavailable'));
    await storage.remove('documents/b.txt');
    expect(await storage.size('documents/b.txt')).toBe(null);
  });

  it('survive a lost response and one that breaks off', async () => {
    server.failNext(cutAfter);
    await storage.put('documents/c.txt', Buffer.from('once'));
    server.failNext(cutMidway);
    expect((await storage.read('documents/c.txt')).toString()).toBe('once');
  });

  it('abort a download that stalls instead of blocking its reader', async () => {
    server.failNext(stallMidway);
    const stream = await open({}, { idleMs: 300 }).stream('documents/c.txt');
    await expect(stream.toArray()).rejects.toThrow(/timed out/);
  });

  it('report a persistent failure without a secret', async () => {
    server.failNext(...Array.from({ length: 4 }, () => errorResponse(503, 'SlowDown')));
    expect(await causeOf(storage.read('documents/d.txt'))).toMatch(
      /^S3 read, bucket ledgerline-test: SlowDown \(503\): Please wait$/,
    );
    const secret = 'a-secret-that-is-wrong';
    expect(await causeOf(open({ S3_SECRET_ACCESS_KEY: secret }).put('x', Buffer.from('x')))).toMatch(
      /^S3 put, bucket ledgerline-test: SignatureDoesNotMatch \(403\): (?!.*a-secret)/,
    );
    expect(await causeOf(open({ S3_ACCESS_KEY_ID: 'UNKNOWN' }).read('x'))).toMatch(
      /InvalidAccessKeyId \(403\)/,
    );
    expect(await causeOf(open({ S3_BUCKET: 'missing' }).put('x', Buffer.from('x')))).toMatch(
      /bucket missing: NoSuchBucket \(404\)/,
    );
  });

  it('are reported as missing, not as an unavailable storage', async () => {
    for (const method of ['read', 'stream'] as const) {
      await expect(storage[method]('documents/none.pdf')).rejects.toMatchObject({
        code: 'not_found',
        cause: { message: expect.stringMatching(/NoSuchKey \(404\)/) },
      });
    }
  });

  it('fail in time when S3 is silent or unreachable', async () => {
    const withShortTimeouts = open({}, { connectMs: 300, idleMs: 300, totalMs: 900 });
    server.failNext(...Array.from({ length: 8 }, () => silence));
    const startedAt = performance.now();
    expect(await causeOf(withShortTimeouts.put('documents/e.txt', Buffer.from('x')))).toMatch(
      /no response within 0\.9 s|TimeoutError/,
    );
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    const stoppedServer = new S3Server();
    await stoppedServer.start();
    const unreachableStorage = createS3Storage(readConfig(stoppedServer.environment()));
    await stoppedServer.stop();
    expect(await causeOf(unreachableStorage.size('x'))).toMatch(/ECONNREFUSED/);
  });
});
