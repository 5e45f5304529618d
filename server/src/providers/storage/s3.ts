import { Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { Config } from '#platform/config.ts';
import { AppError } from '#platform/errors.ts';
import { type Beginning, type BytesStore, OWN_FILES, type StoredFile } from '#platform/storage/storage.ts';

export type S3Settings = Pick<
  Config,
  'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_PREFIX'
>;

/** Timeouts: for a connection, for the next byte, and for all attempts of one call together. */
const LIMITS = { connectMs: 5_000, idleMs: 20_000, totalMs: 60_000, attempts: 4 };
type Limits = typeof LIMITS;
const UNAVAILABLE = 'The file storage cannot be reached. Please try again.';
type Sdk = typeof import('@aws-sdk/client-s3');

/** Passed to each SDK call: `signal` aborts it at the timeout. */
interface Tools {
  sdk: Sdk;
  s3: S3Client;
  signal: AbortSignal;
}

/**
 * Files in a bucket of Amazon S3, or of a compatible service. An object appears only when complete; the payload's SHA-256 is
 * part of each signature. The SDK costs 36 MB of memory and is loaded with the first file.
 */
export function createS3Storage(
  settings: S3Settings,
  limits: Partial<Limits> = {},
): BytesStore & { readonly name: 's3' } {
  const all = { ...LIMITS, ...limits };
  const send = createSender(settings, all);
  const locationOf = (key: string) => ({ Bucket: settings.S3_BUCKET, Key: `${settings.S3_PREFIX}${key}` });
  return {
    name: 's3',
    put: async (key, content) => {
      // In one piece, since its checksum is part of the signature and an attempt may have to be repeated.
      const bytes = content instanceof Uint8Array ? content : Buffer.concat(await Array.fromAsync(content));
      await send('put', async ({ sdk, s3, signal }) => {
        const body = { Body: bytes, ContentLength: bytes.byteLength };
        await s3.send(new sdk.PutObjectCommand({ ...locationOf(key), ...body }), { abortSignal: signal });
      });
    },
    read: (key) =>
      send('read', async ({ sdk, s3, signal }) => {
        for (let attempt = 1; ; attempt++) {
          const command = new sdk.GetObjectCommand(locationOf(key));
          const answer = await s3.send(command, { abortSignal: signal });
          try {
            return await bytesOf(answer);
          } catch (error) {
            // The SDK retries a call without a response, but not one whose response breaks off.
            if (attempt >= all.attempts || signal.aborted) throw error;
          }
        }
      }),
    size: (key) => send('size', (tools) => sizeOf(tools, locationOf(key))),
    beginning: (key, length) =>
      send('beginning', async (tools) => {
        for (let attempt = 1; ; attempt++) {
          try {
            return await beginningOf(tools, locationOf(key), length);
          } catch (error) {
            const isAnswer = error instanceof tools.sdk.S3ServiceException;
            if (isAnswer || attempt >= all.attempts || tools.signal.aborted) throw error;
            // Some services break off when a range of an empty object is requested; Amazon's reports that there is none.
            if ((await sizeOf(tools, locationOf(key))) === 0) return { bytes: Buffer.alloc(0), size: 0 };
          }
        }
      }),
    stream: (key, range) =>
      send('stream', async ({ sdk, s3, signal }) => {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const command = new sdk.GetObjectCommand({ ...locationOf(key), Range });
        return bodyOf(await s3.send(command, { abortSignal: signal }));
      }),
    remove: (key) =>
      send('remove', async ({ sdk, s3, signal }) => {
        await s3.send(new sdk.DeleteObjectCommand(locationOf(key)), { abortSignal: signal });
      }),
    list: () => listBucket(settings, send),
  };
}

/** The client of one bucket, created on first use. */
export type S3Calls = ReturnType<typeof createSender>;
export const s3Calls = (settings: S3Settings): S3Calls => createSender(settings, LIMITS);

/** Every file under the prefix, by key; skips the empty objects that represent folders in S3's console. */
async function* listBucket(settings: S3Settings, send: S3Calls): AsyncGenerator<StoredFile> {
  for await (const { Key = '', Size = 0, LastModified } of objectsUnder(settings, send, settings.S3_PREFIX)) {
    const key = Key.slice(settings.S3_PREFIX.length);
    if (Key.endsWith('/') || OWN_FILES.includes(key)) continue;
    // One of unknown age counts as new.
    yield { key, size: Size, modifiedAt: LastModified ?? new Date(8.64e15) };
  }
}

/** Every object whose key starts with the prefix, in key order. */
export async function* objectsUnder(settings: S3Settings, send: S3Calls, prefix: string) {
  let token: string | undefined;
  do {
    const page = await send('list', ({ sdk, s3, signal }) =>
      s3.send(
        new sdk.ListObjectsV2Command({
          Bucket: settings.S3_BUCKET,
          Prefix: prefix,
          ContinuationToken: token,
        }),
        { abortSignal: signal },
      ),
    );
    yield* page.Contents ?? [];
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

/** Runs one call with a timeout; every failure names the bucket and has S3's own error as its cause. */
function createSender(settings: S3Settings, limits: Limits) {
  let opened: Promise<Omit<Tools, 'signal'>> | undefined;
  return async <T>(what: string, work: (tools: Tools) => Promise<T>): Promise<T> => {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), limits.totalMs);
    try {
      opened ??= open(settings, limits);
      return await work({ ...(await opened), signal: ending.signal });
    } catch (error) {
      const reason = ending.signal.aborted
        ? `no response within ${limits.totalMs / 1000} s`
        : reasonOfS3(error);
      const cause = new Error(`S3 ${what}, bucket ${settings.S3_BUCKET}: ${reason}`, { cause: error });
      throw error instanceof Error && error.name === 'NoSuchKey'
        ? new AppError('not_found', { message: 'This file no longer exists.', cause })
        : new AppError('provider_unavailable', { message: UNAVAILABLE, cause });
    } finally {
      clearTimeout(timer);
    }
  };
}

async function open(settings: S3Settings, limits: Limits): Promise<Omit<Tools, 'signal'>> {
  const sdk = await import('@aws-sdk/client-s3');
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings;
  const s3 = new sdk.S3Client({
    region: settings.S3_REGION,
    // Services other than Amazon's support neither buckets as host names nor the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(id && secret ? { credentials: { accessKeyId: id, secretAccessKey: secret } } : {}),
    retryMode: 'standard',
    maxAttempts: limits.attempts,
    requestHandler: { connectionTimeout: limits.connectMs, socketTimeout: limits.idleMs },
  });
  return { sdk, s3 };
}

async function sizeOf(
  { sdk, s3, signal }: Tools,
  location: { Bucket: string | undefined; Key: string },
): Promise<number | null> {
  try {
    const found = await s3.send(new sdk.HeadObjectCommand(location), { abortSignal: signal });
    return found.ContentLength ?? 0;
  } catch (error) {
    if (error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
}

/** One call for both: the response to a range request contains the total length. */
async function beginningOf(
  { sdk, s3, signal }: Tools,
  location: { Bucket: string | undefined; Key: string },
  length: number,
): Promise<Beginning | null> {
  try {
    const Range = `bytes=0-${length - 1}`;
    const answer = await s3.send(new sdk.GetObjectCommand({ ...location, Range }), { abortSignal: signal });
    const bytes = await bytesOf(answer);
    const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
    return { bytes: bytes.subarray(0, length), size: total ? Number(total) : bytes.length };
  } catch (error) {
    if (!(error instanceof sdk.S3ServiceException)) throw error;
    if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null;
    // An empty object has no first byte.
    if (error.$metadata.httpStatusCode === 416) return { bytes: Buffer.alloc(0), size: 0 };
    throw error;
  }
}

function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  if (Body instanceof Readable) return Body;
  throw new Error('the response has no body');
}

async function bytesOf(answer: GetObjectCommandOutput): Promise<Buffer> {
  const bytes = Buffer.concat(await bodyOf(answer).toArray());
  if (answer.ContentLength !== undefined && bytes.length !== answer.ContentLength)
    throw new Error(`received ${bytes.length} of ${answer.ContentLength} bytes`);
  return bytes;
}

/** `AccessDenied (403): …`, shortened; the SDK's messages contain no secret. */
function reasonOfS3(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node tries every address of a name and collects the error of each.
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const status = statusOf(error);
  const name = 'code' in first && first.name === 'Error' ? String(first.code) : first.name;
  return `${name}${status ? ` (${status})` : ''}: ${first.message}`.slice(0, 300);
}

function statusOf(error: Error): number | null {
  if (!('$metadata' in error) || typeof error.$metadata !== 'object' || error.$metadata === null) return null;
  const { $metadata } = error;
  return 'httpStatusCode' in $metadata && typeof $metadata.httpStatusCode === 'number'
    ? $metadata.httpStatusCode
    : null;
}
