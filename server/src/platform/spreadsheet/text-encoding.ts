import { SpreadsheetError } from './limits.ts';

const NOT_TEXT = 'The file is not a CSV or XLSX table. Save it as CSV (UTF-8) or XLSX and try again.';
const WRONG_ENCODING = 'The text encoding of the file is not known. Save it as CSV UTF-8 and try again.';
/** Bytes that Windows-1252 leaves undefined. */
const UNDEFINED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Western text has far fewer accented letters; above this it is another encoding, or no text. */
const MOST_HIGH_BYTES = 0.3;

/** The text of a CSV file: UTF-8, UTF-16 with its mark, or Windows-1252 as older Excel writes it. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return decode('utf-16le', bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return decode('utf-16be', bytes);
  if (hasControlBytes(bytes)) throw new SpreadsheetError(NOT_TEXT);
  try {
    return decodeStrictly('utf-8', bytes);
  } catch {
    return decode1252(bytes);
  }
}

function decode(encoding: string, bytes: Uint8Array): string {
  try {
    const text = decodeStrictly(encoding, bytes);
    if (text.includes('\u0000')) throw new SpreadsheetError(NOT_TEXT);
    return text;
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error;
    throw new SpreadsheetError(WRONG_ENCODING, { cause: error });
  }
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
  if (high > bytes.length * MOST_HIGH_BYTES) throw new SpreadsheetError(WRONG_ENCODING);
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Bytes that no text holds: everything below the blank but tab, line ends and form feed. */
function hasControlBytes(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) return true;
  }
  return false;
}

export function startsWith(bytes: Uint8Array, ...prefix: number[]): boolean {
  return prefix.every((byte, position) => bytes[position] === byte);
}
