/** The limits of an uploaded table; anything beyond is rejected with a message. */
export const LIMITS = {
  fileBytes: 25 * 1024 * 1024,
  rows: 20_000,
  rowsOfAllSheets: 50_000,
  columns: 250,
  cellCharacters: 100_000,
  /** All cells together: a small XLSX can reference one long text a million times. */
  totalCharacters: 150_000_000,
  /** The visible sheets to read; a workbook with more shows the first ones. */
  sheets: 30,
  /** The decompressed size of an XLSX: 20,000 rows x 155 columns need some 130 MB. */
  unpackedBytes: 200 * 1024 * 1024,
  /** Worksheets compress some 10 to 20 to one; a part above this ratio is not a worksheet. */
  packRatio: 200,
} as const;

/** A file that cannot be read as a table; the message is for the person who selected it. */
export class SpreadsheetError extends Error {
  readonly isTooLarge: boolean;
  constructor(message: string, options: { isTooLarge?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.isTooLarge = options.isTooLarge ?? false;
  }
}

/** One row of a table: its number as the spreadsheet shows it, starting at 1. */
export interface SheetRow {
  number: number;
  cells: string[];
}

/** One sheet of a workbook; a CSV file is one sheet without a name. */
export interface Sheet {
  name: string;
  rows: SheetRow[];
  /** Why the sheet cannot be read, as a message; it then has no rows. */
  problem: SpreadsheetError | null;
}

export function sheetOf(name: string, rows: SheetRow[], problem: SpreadsheetError | null): Sheet {
  return { name: name.slice(0, 100), rows: problem ? [] : rows, problem };
}

interface RowCollector {
  rows: SheetRow[];
  /** Throws for a row beyond a limit. */
  add(row: SheetRow): void;
  /** The same, but returns the error. */
  tryAdd(row: SheetRow): SpreadsheetError | null;
}

/** The limits that the sheets of one file share. */
export interface Budget {
  rows: number;
  characters: number;
}

export const createBudget = (): Budget => ({
  rows: LIMITS.rowsOfAllSheets,
  characters: LIMITS.totalCharacters,
});

/** Collects rows, skips blank ones and rejects the one that exceeds a limit. */
export function createRowCollector(budget = createBudget()): RowCollector {
  const rows: SheetRow[] = [];
  const collector: RowCollector = {
    rows,
    tryAdd(row) {
      try {
        collector.add(row);
        return null;
      } catch (error) {
        if (error instanceof SpreadsheetError) return error;
        throw error;
      }
    },
    add(row) {
      while (row.cells.length > 0 && (row.cells.at(-1) ?? '').trim() === '') row.cells.pop();
      if (row.cells.length === 0) return;
      if (row.cells.length > LIMITS.columns) throw tooMany(row.cells.length, 'columns', LIMITS.columns);
      for (const [position, cell] of row.cells.entries()) {
        budget.characters -= cell.length;
        if (cell.length > LIMITS.cellCharacters) throw cellTooLong(row.number, position);
      }
      if (budget.characters < 0)
        throw new SpreadsheetError('The file contains too much text.', { isTooLarge: true });
      rows.push(row);
      budget.rows -= 1;
      // One more than the data rows: the header.
      if (rows.length > LIMITS.rows + 1 || budget.rows < 0) {
        throw new SpreadsheetError(
          `The file has more than ${inWords(LIMITS.rows)} rows. Split it into smaller files.`,
          { isTooLarge: true },
        );
      }
    },
  };
  return collector;
}

function cellTooLong(row: number, position: number): SpreadsheetError {
  return new SpreadsheetError(
    `Row ${row}, column ${position + 1} has more than ${inWords(LIMITS.cellCharacters)} characters. A quotation mark may be missing there.`,
    { isTooLarge: true },
  );
}

export function tooMany(count: number, what: string, limit: number): SpreadsheetError {
  return new SpreadsheetError(
    `The file has ${inWords(count)} ${what}; at most ${inWords(limit)} can be imported.`,
    {
      isTooLarge: true,
    },
  );
}

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}
