import type { Readable } from 'node:stream';

/** The buffer of the previous upload, reused for the next one: large uploads would otherwise fragment memory. */
let spare: Buffer | undefined;

/**
 * Reads a stream of at most `maxBytes` and passes its bytes to `work`. They are valid until `work` finishes and are then reused
 * by the next upload.
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
