import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive: complete in memory, or as a stream. */
export interface ZipEntry {
  /** With slashes; neither absolute nor with parent references. */
  name: string;
  at: Date;
  content: Buffer | AsyncIterable<Uint8Array>;
}

interface Written {
  name: Buffer;
  method: number;
  flags: number;
  stamp: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const STORED = 0;
const DEFLATED = 8;
const UTF8 = 0x0800;
/** The sizes follow the content. */
const DESCRIBED_LATER = 0x0008;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
const VERSION = 20;
const VERSION_64 = 45;

const u16 = (...numbers: number[]) => packed(2, numbers);
const u32 = (...numbers: number[]) => packed(4, numbers);

function packed(width: 2 | 4, numbers: number[]): Buffer {
  const bytes = Buffer.alloc(width * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUIntLE(number, at * width, width);
  return bytes;
}

function u64(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(8 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), at * 8);
  return bytes;
}

/**
 * Writes an archive (APPNOTE 6.3.10) as a stream, so that it can be sent while it grows: entries in memory are stored
 * uncompressed, streams are deflated with their sizes after them. Beyond 4 GiB or 65,535 entries its end is ZIP64; a single entry
 * must be smaller than 4 GiB. An error of an entry ends the archive without an end record, which every reader detects.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const parts = Buffer.isBuffer(entry.content)
      ? storedEntry(entry, entry.content, offset)
      : deflatedEntry(entry, entry.content, offset);
    for (;;) {
      const { value, done } = await parts.next();
      if (done) {
        written.push(value);
        break;
      }
      offset += value.length;
      yield value;
    }
  }
  const directory = Buffer.concat(written.map(directoryLine));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}

/** Seconds in units of two since 1980, in UTC. */
function stampOf(at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return u16(time, day);
}

function localHead({
  name,
  method,
  flags,
  stamp,
  crc,
  packed: bytes,
  size,
}: Omit<Written, 'offset'>): Buffer {
  const sizes = flags & DESCRIBED_LATER ? u32(0, 0, 0) : u32(crc, bytes, size);
  return Buffer.concat([
    u32(0x04034b50),
    u16(VERSION, flags, method),
    stamp,
    sizes,
    u16(name.length, 0),
    name,
  ]);
}

async function* storedEntry(
  { name, at }: ZipEntry,
  content: Buffer,
  offset: number,
): AsyncGenerator<Buffer, Written> {
  const size = content.length;
  const entry = {
    name: Buffer.from(name),
    method: STORED,
    flags: UTF8,
    stamp: stampOf(at),
    crc: crc32(content),
    packed: size,
    size,
  };
  yield localHead(entry);
  yield content;
  return { ...entry, offset };
}

async function* deflatedEntry(
  { name, at }: ZipEntry,
  content: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Buffer, Written> {
  const entry = {
    name: Buffer.from(name),
    method: DEFLATED,
    flags: UTF8 | DESCRIBED_LATER,
    stamp: stampOf(at),
    crc: 0,
    packed: 0,
    size: 0,
  };
  yield localHead(entry);
  const counted = async function* () {
    for await (const piece of content) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      yield piece;
    }
  };
  const deflate = createDeflateRaw();
  const packing = pipeline(Readable.from(counted(), { objectMode: false }), deflate);
  // Errors are thrown where the pieces are read.
  packing.catch(() => undefined);
  for await (const piece of deflate) {
    if (!(piece instanceof Buffer)) continue;
    entry.packed += piece.length;
    yield piece;
  }
  await packing;
  if (entry.size > MAX_32) throw new Error('one entry of an archive is larger than 4 GiB');
  yield u32(0x08074b50, entry.crc, entry.packed, entry.size);
  return { ...entry, offset };
}

function directoryLine({ name, method, flags, stamp, crc, packed: bytes, size, offset }: Written): Buffer {
  const isFar = offset >= MAX_32;
  const extra = isFar ? Buffer.concat([u16(0x0001, 8), u64(offset)]) : Buffer.alloc(0);
  const version = isFar ? VERSION_64 : VERSION;
  return Buffer.concat([
    u32(0x02014b50),
    u16(version, version, flags, method),
    stamp,
    u32(crc, bytes, size),
    u16(name.length, extra.length, 0, 0, 0),
    u32(0, isFar ? MAX_32 : offset),
    name,
    extra,
  ]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const isLarge = offset >= MAX_32 || size >= MAX_32 || count >= MAX_16;
  const end64 = Buffer.concat([
    u32(0x06064b50),
    u64(44),
    u16(VERSION_64, VERSION_64),
    u32(0, 0),
    u64(count, count, size, offset),
    // The position of the lines above.
    u32(0x07064b50, 0),
    u64(offset + size),
    u32(1),
  ]);
  const short = Math.min(count, MAX_16);
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0, 0, short, short),
    u32(Math.min(size, MAX_32), Math.min(offset, MAX_32)),
    u16(0),
  ]);
  return isLarge ? Buffer.concat([end64, end]) : end;
}
