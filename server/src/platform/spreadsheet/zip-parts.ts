import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { LIMITS, SpreadsheetError } from './limits.ts';

const BROKEN =
  'The file is damaged or not a spreadsheet. Open it in Excel, save it again as XLSX and try again.';
const BOMB =
  'The file decompresses to far more than a spreadsheet would. Save the rows as CSV and try again.';
const MAX_PARTS = 2000;

/** The parts of an XLSX or ODS file, read as text chunks with a limit on their total decompressed size. */
export interface ZipParts {
  has(name: string): boolean;
  chunks(name: string): AsyncGenerator<string>;
}

export async function openZip(bytes: Uint8Array): Promise<ZipParts> {
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
    });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName.toLowerCase(), entry);
      if (entries.size > MAX_PARTS) throw new SpreadsheetError(BOMB, { isTooLarge: true });
    }
    const budget = { left: LIMITS.unpackedBytes };
    return {
      has: (name) => entries.has(name.toLowerCase()),
      chunks: (name) => readPart(zip, entries.get(name.toLowerCase()), budget),
    };
  } catch (error) {
    throw asDamaged(error);
  }
}

async function* readPart(
  zip: ZipFile,
  entry: Entry | undefined,
  budget: { left: number },
): AsyncGenerator<string> {
  if (!entry) throw new SpreadsheetError(BROKEN);
  if (isBomb(entry, budget.left)) throw new SpreadsheetError(BOMB, { isTooLarge: true });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let stream: Readable | undefined;
  try {
    if (entry.isEncrypted())
      throw new SpreadsheetError('The file is protected by a password. Save it without one and try again.');
    stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      budget.left -= chunk.length;
      if (budget.left < 0) throw new SpreadsheetError(BOMB, { isTooLarge: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw asDamaged(error);
  } finally {
    stream?.destroy();
  }
}

/** Checked by the declared sizes; yauzl fails a part that decompresses to more than it declares. */
function isBomb(entry: Entry, left: number): boolean {
  const isDense = entry.uncompressedSize > entry.compressedSize * LIMITS.packRatio;
  return entry.uncompressedSize > left || (isDense && entry.uncompressedSize > 10 * 1024 * 1024);
}

export function asDamaged(error: unknown): SpreadsheetError {
  return error instanceof SpreadsheetError ? error : new SpreadsheetError(BROKEN, { cause: error });
}
