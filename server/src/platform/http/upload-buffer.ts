import type { Readable } from 'node:stream';

/** The buffer of the upload before, for the next one: large uploads would otherwise leave memory full of holes. */
let spare: Buffer | undefined;

/**
 * Reads a stream of at most `maxBytes` and hands its bytes to `work`. They are good until `work` is done and belong to
 * the next upload then.
 */
export async function withBytes<Result>(
  stream: Readable,
  maxBytes: number,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  const buffer = spare?.length === maxBytes ? spare : Buffer.allocUnsafeSlow(maxBytes);
  spare = undefined;
  try {
    let length = 0;
    for await (const chunk of stream) {
      if (chunk instanceof Buffer) length += chunk.copy(buffer, length);
    }
    return await work(buffer.subarray(0, length));
  } finally {
    spare = buffer;
  }
}
