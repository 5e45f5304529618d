import { constants, gzipSync } from 'node:zlib';

/** A file of an archive; other metadata (owner, time) is the same for all files. */
export interface ArchivedFile {
  /** Relative to the archive's root, with slashes. */
  path: string;
  content: Uint8Array;
  isExecutable: boolean;
}

const BLOCK = 512;
const NAME = 100;
const PREFIX = 155;
/** The byte of the gzip header that names the operating system; always set to unknown. */
const GZIP_SYSTEM = 9;
const UNKNOWN_SYSTEM = 255;

/**
 * Creates a reproducible .tar.gz (POSIX ustar): the same files result in the same bytes on any machine and in any order. Files
 * are sorted, have no specific owner, and share one time, `modified`, in seconds since 1970.
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

/** Splits a path at a slash: up to 155 bytes of prefix and up to 100 bytes of name. */
function splitPath(path: string): [string, string] {
  if (Buffer.byteLength(path) <= NAME) return ['', path];
  const cut = [...path.matchAll(/\//g)]
    .map(({ index }) => index)
    .find((at) => Buffer.byteLength(path.slice(at + 1)) <= NAME);
  if (cut === undefined || Buffer.byteLength(path.slice(0, cut)) > PREFIX)
    throw new Error(`the path is too long for an archive: ${path}`);
  return [path.slice(0, cut), path.slice(cut + 1)];
}
