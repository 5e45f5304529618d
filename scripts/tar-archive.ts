import { constants, gzipSync } from 'node:zlib';

/** A file of an archive; what else a tar could say of it (owner, time) is the same for all. */
export interface ArchivedFile {
  /** From the archive's root, with slashes. */
  path: string;
  content: Uint8Array;
  isExecutable: boolean;
}

const BLOCK = 512;
const NAME = 100;
const PREFIX = 155;
/** The byte of a gzip header that tells the system it was made on: unknown, on every system. */
const GZIP_SYSTEM = 9;
const UNKNOWN_SYSTEM = 255;

/**
 * A .tar.gz (POSIX ustar) that is the same byte for byte for the same files, in whatever order they come and wherever it is
 * made: sorted, owned by nobody in particular, all of one time, `modified`, in seconds since 1970.
 */
export function tarGz(files: readonly ArchivedFile[], modified: number): Buffer {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap((file) => {
    const padding = Buffer.alloc((BLOCK - (file.content.length % BLOCK)) % BLOCK);
    return [headerOf(file, modified), file.content, padding];
  });
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), {
    level: constants.Z_BEST_COMPRESSION,
  });
  packed[GZIP_SYSTEM] = UNKNOWN_SYSTEM;
  return packed;
}

function headerOf(file: ArchivedFile, modified: number): Buffer {
  const [prefix, name] = splitPath(file.path);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, width: number) =>
    header.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at);
  header.write(name, 0);
  octal(file.isExecutable ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(file.content.length, 124, 12);
  octal(modified, 136, 12);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Up to 100 bytes of name, and what stands before the slash, up to 155. */
function splitPath(path: string): [string, string] {
  if (Buffer.byteLength(path) <= NAME) return ['', path];
  const cut = [...path.matchAll(/\//g)]
    .map(({ index }) => index)
    .find((at) => Buffer.byteLength(path.slice(at + 1)) <= NAME);
  if (cut === undefined || Buffer.byteLength(path.slice(0, cut)) > PREFIX)
    throw new Error(`the path is too long for an archive: ${path}`);
  return [path.slice(0, cut), path.slice(cut + 1)];
}
