import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createDiskStorage } from '#platform/storage/disk.ts';
import { OWNER_FILE, type StoredFile, UNFINISHED_FOLDER } from '#platform/storage/storage.ts';
import { copyFiles } from './copy-files.ts';
import { createS3Storage } from './s3.ts';
import { errorResponse, S3Server } from './testing/s3-server.ts';

const server = new S3Server({ acceptsListings: true });
let folder: string;
beforeEach(async () => {
  await server.start();
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-copy-'));
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function world() {
  const settings = readConfig(server.environment());
  return { disk: createDiskStorage(folder), s3: createS3Storage(settings) };
}

const keysOf = async (files: AsyncIterable<StoredFile>) =>
  (await Array.fromAsync(files)).map(({ key, size }) => `${key} ${size}`).sort();

const KEYS = Array.from({ length: 25 }, (_, n) => `documents/${2020 + (n % 7)}/file-${n}.txt`);
const fill = async (storage: ReturnType<typeof createDiskStorage>) => {
  for (const key of KEYS) await storage.put(key, Buffer.from(key));
};

describe('copying files between storages', () => {
  it('copies each file once, skips unfinished ones, and copies nothing the second time', async () => {
    const { disk, s3 } = world();
    await fill(disk);
    await disk.put(`${UNFINISHED_FOLDER}/half`, Buffer.from('half'));
    await disk.put(OWNER_FILE, Buffer.from('this database'));
    const seen: number[] = [];
    const first = await copyFiles({ from: disk, to: s3 }, ({ copied }) => {
      seen.push(copied);
    });
    const bytes = KEYS.join('').length;
    expect(first).toEqual({ copied: 25, present: 0, bytes });
    expect(seen).toHaveLength(25);
    expect(await keysOf(s3.list())).toEqual(KEYS.map((key) => `${key} ${key.length}`).sort());
    expect((await s3.read(KEYS[3] ?? '')).toString()).toBe(KEYS[3]);
    const again = await copyFiles({ from: disk, to: s3 }, () => {});
    expect(again).toEqual({ copied: 0, present: 25, bytes: 0 });
  });

  it('continues after an interruption and leaves the originals', async () => {
    const { disk, s3 } = world();
    await fill(disk);
    server.failNext(errorResponse(403, 'AccessDenied'));
    await expect(copyFiles({ from: disk, to: s3 }, () => {})).rejects.toThrow();
    const { copied, present } = await copyFiles({ from: disk, to: s3 }, () => {});
    expect(copied).toBeGreaterThan(0);
    expect(copied + present).toBe(25);
    expect(await keysOf(disk.list())).toHaveLength(25);
  });

  it('treats a missing folder as empty, but not an unreadable one', async () => {
    expect(await keysOf(createDiskStorage(path.join(folder, 'none')).list())).toEqual([]);
    await writeFile(path.join(folder, 'file'), '');
    await expect(keysOf(createDiskStorage(path.join(folder, 'file', 'below')).list())).rejects.toThrow(
      'ENOTDIR',
    );
  });

  it('copies the files back from the bucket', async () => {
    const { disk, s3 } = world();
    await fill(s3);
    expect(await keysOf(disk.list())).toEqual([]);
    const { copied } = await copyFiles({ from: s3, to: disk }, () => {});
    expect(copied).toBe(25);
    expect(await keysOf(disk.list())).toEqual(await keysOf(s3.list()));
  });

  // Written by hand from S3's documentation: s3rver cannot continue a listing.
  it('lists a large bucket page by page, and ignores folder objects', async () => {
    const { s3 } = world();
    const page = (names: string[], more: string) => (request: IncomingMessage, response: ServerResponse) => {
      request.resume();
      const contents = names.map(
        (name) => `<Contents><Key>ledgerline/${name}</Key><Size>7</Size></Contents>`,
      );
      response.setHeader('content-type', 'application/xml');
      response.end(`<?xml version="1.0"?><ListBucketResult>${more}${contents.join('')}</ListBucketResult>`);
    };
    server.failNext(
      page(
        ['', 'a', 'documents/', 'b'],
        '<IsTruncated>true</IsTruncated><NextContinuationToken>t+1=</NextContinuationToken>',
      ),
      page(['c'], '<IsTruncated>false</IsTruncated>'),
    );
    expect(await keysOf(s3.list())).toEqual(['a 7', 'b 7', 'c 7']);
    const queries = server.requests.slice(-2).map((request) => new URL(`http://x${request.slice(4)}`));
    expect(queries.map((url) => url.searchParams.get('continuation-token'))).toEqual([null, 't+1=']);
    expect(queries[1]?.searchParams.get('prefix')).toBe('ledgerline/');
  });
});
