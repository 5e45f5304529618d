import { LIMITS, type SheetRow, SpreadsheetError } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { startsWith } from './text-encoding.ts';

/**
 * Rows of an uploaded CSV or XLSX file, told apart by content, never by name. Throws a SpreadsheetError with a sentence
 * for whatever cannot be read; breathes between slices so that other requests are answered meanwhile.
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<SheetRow[]> {
  if (bytes.byteLength > LIMITS.fileBytes) {
    throw new SpreadsheetError('The file is larger than 25 MB. Split it into smaller files.', {
      isTooLarge: true,
    });
  }
  const rows = await readByContent(bytes);
  if (rows.length === 0) throw new SpreadsheetError('The file is empty.');
  if (rows.length === 1)
    throw new SpreadsheetError(
      'The file has one row only; below the column names it needs at least one row.',
    );
  return rows;
}

function readByContent(bytes: Uint8Array): Promise<SheetRow[]> {
  if (startsWith(bytes, 0x50, 0x4b)) return readXlsx(bytes);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new SpreadsheetError(
      'The file is an older Excel file (.xls) or protected by a password. Save it as XLSX or CSV without a password and try again.',
    );
  }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) {
    throw new SpreadsheetError('The file is a PDF. Save the table as CSV or XLSX and try again.');
  }
  return readCsv(bytes);
}
