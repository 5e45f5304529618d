import { LIMITS, type Sheet, SpreadsheetError, sheetOf } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { isHtml, readHtml } from './read-html.ts';
import { readOds } from './read-ods.ts';
import { readXlsx } from './read-xlsx.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/**
 * The sheets of an uploaded CSV, XLSX, ODS or HTML table, recognized by content, never by name. Throws a SpreadsheetError with a
 * message if it cannot be read. Yields between slices, so that other requests are served meanwhile. Blank sheets are skipped; a
 * sheet that exceeds a limit is returned with its `problem`.
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<Sheet[]> {
  if (bytes.byteLength > LIMITS.fileBytes) {
    throw new SpreadsheetError('The file is larger than 25 MB. Split it into smaller files.', {
      isTooLarge: true,
    });
  }
  const sheets = (await readByContent(bytes)).filter(({ rows, problem }) => rows.length > 0 || problem);
  const readable = sheets.filter(({ problem }) => !problem);
  if (readable.length === 0) throw sheets[0]?.problem ?? new SpreadsheetError('The file is empty.');
  if (readable.every(({ rows }) => rows.length === 1))
    throw new SpreadsheetError(
      'The file has only one row. It needs column names and at least one row below them.',
    );
  return sheets;
}

async function readByContent(bytes: Uint8Array): Promise<Sheet[]> {
  if (startsWith(bytes, 0x50, 0x4b)) {
    const zip = await openZip(bytes);
    return readerOfZip(zip)(zip);
  }
  const problem = fileProblem(bytes);
  if (problem) throw new SpreadsheetError(problem);
  const text = decodeText(bytes);
  return isHtml(text) ? readHtml(text) : [sheetOf('', await readCsv(text), null)];
}

const SAVE_AS = 'In Excel choose File > Save As > Excel Workbook (.xlsx) or CSV UTF-8, and import that file.';
const AS_CSV = 'Export the table as CSV or XLSX and import that file.';

const NUMBERS = 'This is a Numbers file. In Numbers choose File > Export To > CSV, and import that file.';

/** The type of a ZIP file by a part that only this type has; a message if it cannot be imported. */
const ZIP_KINDS: readonly [part: string, reader: ((zip: ZipParts) => Promise<Sheet[]>) | string][] = [
  ['xl/workbook.xml', readXlsx],
  ['xl/workbook.bin', `This is an Excel Binary Workbook (.xlsb). ${SAVE_AS}`],
  ['content.xml', readOds],
  ['Index/Document.iwa', NUMBERS],
  ['Index.zip', NUMBERS],
  ['index.xml', NUMBERS],
  ['word/document.xml', `This is a Word document. ${AS_CSV}`],
  ['ppt/presentation.xml', `This is a PowerPoint presentation. ${AS_CSV}`],
];

const OTHER_ZIP =
  'The file is a ZIP archive, not a spreadsheet. Unpack it and import the CSV or XLSX file inside.';

/** The reader of a ZIP file. Throws a message with instructions if it is not a readable spreadsheet. */
function readerOfZip(zip: ZipParts): (zip: ZipParts) => Promise<Sheet[]> {
  const reader = ZIP_KINDS.find(([part]) => zip.has(part))?.[1] ?? OTHER_ZIP;
  if (typeof reader === 'string') throw new SpreadsheetError(reader);
  return reader;
}

/** The stream in which Excel stores a password-protected workbook. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Instructions for a file that is neither text nor ZIP; null for any other. */
function fileProblem(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED)
      ? 'The file is protected by a password. In Excel choose File > Info > Protect Workbook, remove the password, save the file and import it again.'
      : `This is an older Excel file (.xls). ${SAVE_AS}`;
  }
  if (startsWith(bytes, 0x09, 0x08) || startsWith(bytes, 0x09, 0x04)) {
    return `This is an older Excel file (.xls). ${SAVE_AS}`;
  }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return `This is a PDF. ${AS_CSV}`;
  const head = Buffer.from(bytes.subarray(0, 2000)).toString('latin1');
  if (/^\s*MIME-Version:/i.test(head))
    return `This is a web archive that was saved as an Excel file. ${SAVE_AS}`;
  if (
    /urn:schemas-microsoft-com:office:spreadsheet/.test(head.replaceAll('\0', '')) &&
    /^\W*<\?xml/.test(head)
  )
    return `This is an XML Spreadsheet 2003 file. ${SAVE_AS}`;
  if (/^\s*\{\\rtf/.test(head)) return `This is a Rich Text document. ${AS_CSV}`;
  return null;
}

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
function decodeText(bytes: Uint8Array): string {
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

function startsWith(bytes: Uint8Array, ...prefix: number[]): boolean {
  return prefix.every((byte, position) => bytes[position] === byte);
}
