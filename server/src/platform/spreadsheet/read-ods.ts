import {
  type Budget,
  createBudget,
  createRowCollector,
  LIMITS,
  type Sheet,
  type SheetRow,
  SpreadsheetError,
  sheetOf,
  tooMany,
} from './limits.ts';
import { plainNumber } from './number-formats.ts';
import { readXml } from './read-xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** The widest row that LibreOffice writes; repetitions beyond it are padding. */
const MAX_COLUMNS = 16_384;

/** The attribute with the value of a non-numeric cell. */
const VALUE_OF: Record<string, string> = { date: 'date-value', boolean: 'boolean-value' };

interface OdsCell {
  type: string;
  value: string;
  repeat: number;
  lines: string[];
}

/** The sheets of an OpenDocument spreadsheet (.ods), cells as a person would type them. */
export async function readOds(zip: ZipParts): Promise<Sheet[]> {
  const budget = createBudget();
  if (await isEncrypted(zip)) {
    throw new SpreadsheetError('The file is protected by a password. Save it without one and try again.');
  }
  const sheets: Sheet[] = [];
  let reader: ReturnType<typeof tableReader> | null = null;
  await readXml(zip.chunks('content.xml'), {
    open(name, attribute) {
      if (name === 'table') reader = tableReader(attribute('name') ?? '', budget);
      else reader?.open(name, attribute);
    },
    text: (text) => reader?.text(text),
    close(name) {
      if (name !== 'table') reader?.close(name);
      else if (reader) {
        sheets.push(reader.sheet());
        reader = null;
      }
    },
  });
  return sheets.slice(0, LIMITS.sheets);
}

async function isEncrypted(zip: ZipParts): Promise<boolean> {
  let found = false;
  if (zip.has('META-INF/manifest.xml')) {
    await readXml(zip.chunks('META-INF/manifest.xml'), {
      open(name) {
        if (name === 'encryption-data') found = true;
      },
    });
  }
  return found;
}

/** Collects the rows of one table while its XML streams in. */
function tableReader(name: string, budget: Budget) {
  const collector = createRowCollector(budget);
  const text = cellTextReader();
  let problem: SpreadsheetError | null = null;
  let row: SheetRow = { number: 0, cells: [] };
  let repeatRow = 1;
  let column = 0;
  let cell: OdsCell | null = null;

  function endCell(): void {
    const value = cell ? cellText({ ...cell, lines: text.drain() }) : '';
    const repeat = cell?.repeat ?? 1;
    if (value.trim() !== '' && !problem) {
      if (column >= MAX_COLUMNS) problem = tooMany(column + 1, 'columns', LIMITS.columns);
      // One repetition more than the limit is enough to reject the row.
      for (let n = 0; n <= LIMITS.columns && n < repeat && !problem; n += 1) row.cells[column + n] = value;
    }
    column += repeat;
    cell = null;
  }

  function endRow(): void {
    const cells = Array.from(row.cells, (value) => value ?? '');
    const copies = cells.length === 0 ? 0 : repeatRow;
    for (let n = 0; n < copies && !problem; n += 1) {
      problem = collector.tryAdd({ number: row.number + n, cells: [...cells] });
    }
    row = { number: row.number + repeatRow, cells: [] };
  }

  return {
    open(tag: string, attribute: (name: string) => string | undefined) {
      if (tag === 'table-row') {
        if (row.number === 0) row.number = 1;
        repeatRow = countOf(attribute('number-rows-repeated'));
        column = 0;
      } else if (tag === 'table-cell' || tag === 'covered-table-cell') {
        const type = attribute('value-type') ?? '';
        const value = attribute(VALUE_OF[type] ?? 'value') ?? '';
        const repeat = countOf(attribute('number-columns-repeated'));
        cell = { type, value, repeat, lines: [] };
        text.start();
      } else if (cell) text.open(tag, attribute);
    },
    text: (part: string) => (cell ? text.text(part) : undefined),
    close(tag: string) {
      if (tag === 'table-row') endRow();
      else if (tag === 'table-cell' || tag === 'covered-table-cell') endCell();
      else text.close(tag);
    },
    sheet: () => sheetOf(name, collector.rows, problem),
  };
}

/** The paragraphs of a cell, without its comments. */
function cellTextReader() {
  let lines: string[] = [];
  let depth = 0;
  let comments = 0;
  const append = (part: string) => {
    const last = lines.length - 1;
    if (depth > 0 && comments === 0 && (lines[last] ?? '').length <= LIMITS.cellCharacters) {
      lines[last] = (lines[last] ?? '') + part;
    }
  };
  return {
    start() {
      lines = [];
      depth = 0;
      comments = 0;
    },
    open(tag: string, attribute: (name: string) => string | undefined) {
      if (tag === 'annotation') comments += 1;
      if (tag === 'p' && comments === 0) {
        depth += 1;
        lines.push('');
      }
      if (tag === 's') append(' '.repeat(Math.min(countOf(attribute('c')), 1000)));
      if (tag === 'tab') append('\t');
      if (tag === 'line-break') append('\n');
    },
    text: append,
    close(tag: string) {
      if (tag === 'annotation') comments -= 1;
      if (tag === 'p' && comments === 0) depth -= 1;
    },
    drain: () => lines,
  };
}

function countOf(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, 2_000_000) : 1;
}

/** Dates as YYYY-MM-DD; numbers plain, but displayed digits such as 02139 with their zeros. */
function cellText({ type, value, lines }: OdsCell): string {
  const shown = lines.join('\n');
  if (type === 'date') return value.slice(0, 10);
  if (type === 'boolean') return value.toUpperCase();
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return shown;
  if (type === 'percentage') return `${plainNumber(number * 100)}%`;
  if (type !== 'float' && type !== 'currency') return shown;
  const isDigits = /^[\d\-() ]+$/.test(shown) && Number(shown.replace(/\D/g, '')) === number;
  return isDigits ? shown : plainNumber(number);
}
