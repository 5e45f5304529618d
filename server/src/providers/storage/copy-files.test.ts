import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createDiskStorage } from '#platform/storage/disk.ts';
import { UNFINISHED_FOLDER } from '#platform/storage/storage.ts';
import { copyFiles, listDisk, type StoredFile } from './copy-files.ts';
import { createS3Storage, listS3 } from './s3.ts';
import { refusal, S3Server } from './testing/s3-server.ts';

const server = new S3Server({ takesListings: true });
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
  return { settings, disk: createDiskStorage(folder), s3: createS3Storage(settings) };
}

const keysOf = async (files: AsyncIterable<StoredFile>) =>
  (await Array.fromAsync(files)).map(({ key, size }) => `${key} ${size}`).sort();

const KEYS = Array.from({ length: 25 }, (_, n) => `documents/${2020 + (n % 7)}/file-${n}.txt`);
const fill = async (storage: ReturnType<typeof createDiskStorage>) => {
  for (const key of KEYS) await storage.put(key, Buffer.from(key));
};

describe('moving the files', () => {
  it('copies each file once, leaves out what is unfinished, and does nothing the second time', async () => {
    const { settings, disk, s3 } = world();
    await fill(disk);
    await disk.put(`${UNFINISHED_FOLDER}/half`, Buffer.from('half'));
    const seen: number[] = [];
    const first = await copyFiles(listDisk(folder), { from: disk, to: s3 }, ({ copied }) => {
      seen.push(copied);
    });
    const bytes = KEYS.join('').length;
    expect(first).toEqual({ copied: 25, present: 0, bytes });
    expect(seen).toHaveLength(25);
    expect(await keysOf(listS3(settings))).toEqual(KEYS.map((key) => `${key} ${key.length}`).sort());
    expect((await s3.read(KEYS[3] ?? '')).toString()).toBe(KEYS[3]);
    const again = await copyFiles(listDisk(folder), { from: disk, to: s3 }, () => {});
    expect(again).toEqual({ copied: 0, present: 25, bytes: 0 });
  });

  it('goes on where it was stopped, and leaves the originals', async () => {
    const { disk, s3 } = world();
    await fill(disk);
    server.trouble(refusal(403, 'AccessDenied'));
    await expect(copyFiles(listDisk(folder), { from: disk, to: s3 }, () => {})).rejects.toThrow();
    const { copied, present } = await copyFiles(listDisk(folder), { from: disk, to: s3 }, () => {});
    expect(copied).toBeGreaterThan(0);
    expect(copied + present).toBe(25);
    expect(await keysOf(listDisk(folder))).toHaveLength(25);
  });

  it('takes a folder that is not there for an empty one, but not one that cannot be read', async () => {
    expect(await keysOf(listDisk(path.join(folder, 'none')))).toEqual([]);
    await writeFile(path.join(folder, 'file'), '');
    await expect(keysOf(listDisk(path.join(folder, 'file', 'below')))).rejects.toThrow('ENOTDIR');
  });

  it('brings the files back from the bucket', async () => {
    const { settings, disk, s3 } = world();
    await fill(s3);
    expect(await keysOf(listDisk(folder))).toEqual([]);
    const { copied } = await copyFiles(listS3(settings), { from: s3, to: disk }, () => {});
    expect(copied).toBe(25);
    expect(await keysOf(listDisk(folder))).toEqual(await keysOf(listS3(settings)));
  });

  // Written by hand after S3's documentation: s3rver cannot continue a listing.
  it('asks for page after page of a large bucket, and takes folders for none of the files', async () => {
    const { settings } = world();
    const page = (names: string[], more: string) => (request: IncomingMessage, response: ServerResponse) => {
      request.resume();
      const contents = names.map(
        (name) => `<Contents><Key>ledgerline/${name}</Key><Size>7</Size></Contents>`,
      );
      response.setHeader('content-type', 'application/xml');
      response.end(`<?xml version="1.0"?><ListBucketResult>${more}${contents.join('')}</ListBucketResult>`);
    };
    server.trouble(
      page(
        ['', 'a', 'documents/', 'b'],
        '<IsTruncated>true</IsTruncated><NextContinuationToken>t+1=</NextContinuationToken>',
      ),
      page(['c'], '<IsTruncated>false</IsTruncated>'),
    );
    expect(await keysOf(listS3(settings))).toEqual(['a 7', 'b 7', 'c 7']);
    const queries = server.requests.slice(-2).map((request) => new URL(`http://x${request.slice(4)}`));
    expect(queries.map((url) => url.searchParams.get('continuation-token'))).toEqual([null, 't+1=']);
    expect(queries[1]?.searchParams.get('prefix')).toBe('ledgerline/');
  });
});
