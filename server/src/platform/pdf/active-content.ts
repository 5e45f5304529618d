import { inflateSync } from 'node:zlib';

/** Active content, which runs when a PDF is opened or clicked or is embedded in it: scripts, programs, form submission, files. */
const ACTIVE_NAMES = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'Rendition',
  'XFA',
];
const NAMES = ACTIVE_NAMES.map((name) => Buffer.from(`/${name}`));
const HASH = 0x23;
const SLASH = 0x2f;
const LONGEST_NAME = 127;
const OBJECT_STREAM = Buffer.from('/ObjStm');
/** The longest distance from the name of an object stream to its bytes: the rest of its dictionary. */
const LONGEST_DICTIONARY = 2000;
const MAX_UNPACKED = 64 * 1024 * 1024;
/** A minimum cost per stream, so that a file of a million empty ones is rejected soon. */
const COST_OF_ONE = 4096;
const MAX_ESCAPED = 100_000;
const CARRIAGE_RETURN = 0x0d;

/**
 * Whether a PDF contains scripts, actions that start programs or send data, or other files. Searches its bytes and its compressed
 * objects for the names, however they are spelled; if compressed objects cannot be read (encrypted, damaged, too large) the
 * result is true.
 */
export function hasActiveContent(bytes: Buffer): boolean {
  if (namesActive(bytes)) return true;
  const packed = packedObjects(bytes);
  return packed === 'unreadable' || packed.some(namesActive);
}

function namesActive(bytes: Buffer): boolean {
  return NAMES.some((name) => bytes.includes(name)) || spellsActive(bytes);
}

/** Any letter of a name may be escaped as `#` and two hexadecimal digits; a file full of those hides something. */
function spellsActive(bytes: Buffer): boolean {
  let looked = 0;
  for (let at = bytes.indexOf(HASH); at >= 0; at = bytes.indexOf(HASH, at + 1)) {
    const before = bytes.subarray(Math.max(0, at - LONGEST_NAME), at).lastIndexOf(SLASH);
    if (before < 0) continue;
    looked += 1;
    const start = Math.max(0, at - LONGEST_NAME) + before + 1;
    const name = unescaped(bytes.toString('latin1', start, start + LONGEST_NAME));
    if (looked > MAX_ESCAPED || ACTIVE_NAMES.some((active) => name.startsWith(active))) return true;
  }
  return false;
}

const unescaped = (name: string) =>
  name.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The decompressed object streams of a PDF. */
function packedObjects(bytes: Buffer): Buffer[] | 'unreadable' {
  const unpacked: Buffer[] = [];
  let budget = MAX_UNPACKED;
  for (let at = bytes.indexOf(OBJECT_STREAM); at >= 0; at = bytes.indexOf(OBJECT_STREAM, at + 1)) {
    const objects = budget > 0 ? unpackedAt(bytes, at, budget) : null;
    if (objects === null) return 'unreadable';
    budget -= objects.length + COST_OF_ONE;
    unpacked.push(objects);
  }
  return unpacked;
}

/** Null if the content cannot be determined: other or double compression, encrypted, damaged, or too large. */
function unpackedAt(bytes: Buffer, at: number, budget: number): Buffer | null {
  const from = Math.max(0, at - LONGEST_DICTIONARY);
  const near = bytes.toString('latin1', from, at + LONGEST_DICTIONARY);
  const end = near.indexOf('stream', at - from);
  if (end < 0) return null;
  const dictionary = near.slice(near.lastIndexOf('obj', at - from), end);
  if (!dictionary.includes('/Filter')) return Buffer.alloc(0);
  if (dictionary.includes('Parms') || dictionary.split('Decode').length !== 2) return null;
  const start = from + end + 'stream'.length;
  const lineEnd = bytes[start] === CARRIAGE_RETURN ? 2 : 1;
  try {
    return inflateSync(bytes.subarray(start + lineEnd), { maxOutputLength: budget });
  } catch {
    return null;
  }
}
