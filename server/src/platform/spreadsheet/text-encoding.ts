import { SpreadsheetError } from './limits.ts';

const NOT_TEXT = 'The file is not a CSV or XLSX table. Save it as CSV (UTF-8) or XLSX and try again.';
const WRONG_ENCODING = 'The text encoding of the file is not known. Save it as CSV UTF-8 and try again.';
/** Bytes that Windows-1252 leaves undefined. */
const UNDEFINED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Western text has far fewer accented letters; above this it has another encoding, or is not text. */
const MAX_HIGH_BYTES = 0.3;

/** Characters that no text contains: all control characters except tab, line ends, vertical tab and form feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/;

/** The text of a CSV or HTML file: UTF-8, UTF-16 with or without a byte order mark, or Windows-1252 as written by older Excel. */
export function decodeText(bytes: Uint8Array): string {
  const text = withoutDosEnd(decode(bytes));
  if (CONTROL.test(text)) throw new SpreadsheetError(NOT_TEXT);
  return text;
}

/** Removes the end mark of DOS programs, and the padding of their last block. */
function withoutDosEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\u001a' || text[end - 1] === '\0')) end -= 1;
  return text.slice(0, end);
}

function decode(bytes: Uint8Array): string {
  const wide = utf16Of(bytes);
  try {
    return decodeStrictly(wide ?? 'utf-8', bytes);
  } catch (error) {
    if (wide !== null) throw new SpreadsheetError(WRONG_ENCODING, { cause: error });
    if (hasControlBytes(bytes)) throw new SpreadsheetError(NOT_TEXT);
    return decode1252(bytes);
  }
}

const SNIFFED_BYTES = 4096;

/** UTF-16 by its byte order mark, or by its zero bytes: delimiters, digits and line ends have one, always on the same side. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const head = bytes.subarray(0, SNIFFED_BYTES - (SNIFFED_BYTES % 2));
  const zeros = [0, 0];
  head.forEach((byte, position) => {
    if (byte === 0) zeros[position % 2] = (zeros[position % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const few = head.length / 16;
  if (bytes.length % 2 === 1 || Math.max(even, odd) < few) return null;
  if (even === 0) return 'utf-16le';
  return odd === 0 ? 'utf-16be' : null;
}

function decodeStrictly(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

function decode1252(bytes: Uint8Array): string {
  let high = 0;
  for (const byte of bytes) {
    if (UNDEFINED_1252.has(byte)) throw new SpreadsheetError(WRONG_ENCODING);
    if (byte >= 0x80) high += 1;
  }
  if (high > bytes.length * MAX_HIGH_BYTES) throw new SpreadsheetError(WRONG_ENCODING);
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Whether it is binary, such as a picture, rather than a text in an unknown encoding. */
function hasControlBytes(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (
      byte < 0x20 &&
      byte !== 0x09 &&
      byte !== 0x0a &&
      byte !== 0x0d &&
      byte !== 0x0c &&
      byte !== 0x0b &&
      byte !== 0x1a
    )
      return true;
  }
  return false;
}

export function startsWith(bytes: Uint8Array, ...prefix: number[]): boolean {
  return prefix.every((byte, position) => bytes[position] === byte);
}
