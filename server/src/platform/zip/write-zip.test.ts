import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { writeZip, type ZipEntry } from './write-zip.ts';

const AT = new Date('2026-11-24T09:30:44Z');

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

async function* listed(entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

/** An archive in pieces that are not copied, so that one of many gigabytes needs no memory. */
class Pieces extends yauzl.RandomAccessReader {
  readonly #pieces: { start: number; bytes: Buffer }[];
  constructor(pieces: { start: number; bytes: Buffer }[]) {
    super();
    this.#pieces = pieces;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const parts = this.#pieces.filter(
      (piece) => piece.start < end && piece.start + piece.bytes.length > start,
    );
    return Readable.from(
      parts.map((piece) => piece.bytes.subarray(Math.max(0, start - piece.start), end - piece.start)),
    );
  }
}

async function archive(entries: ZipEntry[]) {
  const pieces: { start: number; bytes: Buffer }[] = [];
  let size = 0;
  for await (const bytes of writeZip(listed(entries))) {
    pieces.push({ start: size, bytes });
    size += bytes.length;
  }
  return { pieces, size };
}

/** Names, dates and contents as an independent reader finds them. */
async function readBack({ pieces, size }: Awaited<ReturnType<typeof archive>>, wanted = (_: string) => true) {
  const found: [string, Buffer | number][] = [];
  // An archive that fits into memory is read from one piece: searching many pieces takes time.
  const zip =
    size < 100_000_000
      ? await yauzl.fromBufferPromise(Buffer.concat(pieces.map(({ bytes }) => bytes)), { lazyEntries: true })
      : await yauzl.fromRandomAccessReaderPromise(new Pieces(pieces), size);
  for await (const entry of zip.eachEntry()) {
    if (!wanted(entry.fileName)) {
      found.push([entry.fileName, entry.uncompressedSize]);
      continue;
    }
    const content = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray());
    expect([entry.fileName, crc32(content)]).toEqual([entry.fileName, entry.crc32]);
    expect(Math.abs(entry.getLastModDate({ timezone: 'UTC' }).getTime() - AT.getTime())).toBeLessThan(2000);
    found.push([entry.fileName, content]);
  }
  return found;
}

describe('an archive', () => {
  it('is read by another reader, byte for byte, with names in any script', async () => {
    const contents = [0, 1, 999, 70_000, 500_000].map((size) => randomBytes(size));
    const text = Buffer.from('the same again '.repeat(20_000));
    const entries = [
      ...contents.map((content, n) => ({ name: `files/${n} Médico 名.pdf`, at: AT, content })),
      ...contents.map((content, n) => ({ name: `streamed/${n}`, at: AT, content: inPieces(content) })),
      { name: 'data.json', at: AT, content: inPieces(text) },
    ];
    const zip = await archive(entries);
    const found = await readBack(zip);
    expect(found.map(([name]) => name)).toEqual(entries.map(({ name }) => name));
    const expected = [...contents, ...contents, text];
    expect(
      found.map(([, content], n) => Buffer.isBuffer(content) && content.equals(expected[n] ?? text)),
    ).toEqual(expected.map(() => true));
    expect(zip.size).toBeLessThan(
      2 * contents.reduce((sum, { length }) => sum + length, 0) + text.length / 10,
    );
  });

  it('without entries is valid', async () => {
    expect(await readBack(await archive([]))).toEqual([]);
  });

  it('beyond 4 GiB is readable', async () => {
    const large = Buffer.alloc(900 * 1024 * 1024, 7);
    const entries = [
      ...Array.from({ length: 5 }, (_, n) => ({ name: `large-${n}`, at: AT, content: large })),
      { name: 'last.txt', at: AT, content: Buffer.from('behind four gigabytes') },
      { name: 'streamed.txt', at: AT, content: inPieces(Buffer.from('and this')) },
    ];
    const found = await readBack(await archive(entries), (name) => name.endsWith('.txt'));
    expect(found.slice(5).map(([name, content]) => [name, String(content)])).toEqual([
      ['last.txt', 'behind four gigabytes'],
      ['streamed.txt', 'and this'],
    ]);
    expect(found[4]).toEqual(['large-4', large.length]);
  });

  it('with more than 65,535 entries is readable', async () => {
    const entries = Array.from({ length: 65_600 }, (_, n) => ({
      name: `${n}`,
      at: AT,
      content: Buffer.alloc(0),
    }));
    const found = await readBack(await archive(entries), () => false);
    expect([found.length, found.at(-1)]).toEqual([65_600, ['65599', 0]]);
  });

  it('with a failing entry has no end record', async () => {
    async function* breaking() {
      yield Buffer.from('half');
      throw new Error('the disk went away');
    }
    const pieces: Buffer[] = [];
    const writing = (async () => {
      for await (const piece of writeZip(listed([{ name: 'a', at: AT, content: breaking() }])))
        pieces.push(piece);
    })();
    await expect(writing).rejects.toThrow('the disk went away');
    expect(Buffer.concat(pieces).includes(Buffer.from('PK\x05\x06', 'latin1'))).toBe(false);
  });
});
