import { LIMITS, type Sheet, SpreadsheetError, sheetOf } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { isHtml, readHtml } from './read-html.ts';
import { readOds } from './read-ods.ts';
import { readXlsx } from './read-xlsx.ts';
import { decodeText, startsWith } from './text-encoding.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/**
 * The sheets of an uploaded CSV, XLSX, ODS or HTML table, recognized by content, never by name. Throws a SpreadsheetError with a
 * message if it cannot be read. Yields between slices, so that other requests are served meanwhile. Blank sheets are skipped; one
 * beyond a limit carries its problem.
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
      'The file has one row only; below the column names it needs at least one row.',
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
    return `This is a web archive that was saved as Excel file. ${SAVE_AS}`;
  if (
    /urn:schemas-microsoft-com:office:spreadsheet/.test(head.replaceAll('\0', '')) &&
    /^\W*<\?xml/.test(head)
  )
    return `This is an XML Spreadsheet 2003 file. ${SAVE_AS}`;
  if (/^\s*\{\\rtf/.test(head)) return `This is a Rich Text document. ${AS_CSV}`;
  return null;
}
