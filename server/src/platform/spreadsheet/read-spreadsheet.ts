import { fileProblem, readerOfZip } from './file-kinds.ts';
import { LIMITS, type Sheet, SpreadsheetError, sheetOf } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { isHtml, readHtml } from './read-html.ts';
import { decodeText, startsWith } from './text-encoding.ts';
import { openZip } from './zip-parts.ts';

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
