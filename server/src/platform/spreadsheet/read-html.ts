import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import {
  type Budget,
  createBudget,
  createRowCollector,
  LIMITS,
  type Sheet,
  SpreadsheetError,
  sheetOf,
} from './limits.ts';

const SLICE = 64 * 1024;
const IGNORED = new Set(['script', 'style', 'head', 'template', 'noscript']);
const BLOCKS = new Set(['p', 'div', 'li']);

/** Whether a text is a web page: many systems save one as `.xls`. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<!--[\s\S]{0,1000}?-->\s*)?<(?:!doctype html|html|head|body|table|meta|style|div)\b/i.test(
    text.slice(0, 2000),
  );
}

/** The tables of a web page, each as a sheet; a table inside a cell belongs to that cell's text. */
export async function readHtml(text: string): Promise<Sheet[]> {
  const page = pageReader();
  const parser = new Parser(
    { onopentag: page.open, ontext: page.text, onclosetag: page.close },
    { decodeEntities: true, lowerCaseTags: true },
  );
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE));
    await setImmediate();
  }
  parser.end();
  const sheets = page.sheets();
  if (sheets.length === 0) {
    throw new SpreadsheetError(
      'The file is a web page without a table. Export the table as CSV or XLSX and import that file.',
    );
  }
  return sheets;
}

/** Collects the rows of one table. */
function tableReader(name: string, budget: Budget) {
  const collector = createRowCollector(budget);
  let problem: SpreadsheetError | null = null;
  let row: string[] | null = null;
  let cell: { text: string; span: number } | null = null;
  let number = 0;
  function endCell(): void {
    // A row wider than the limit is rejected, however wide it is.
    if (cell && row && row.length <= LIMITS.columns) {
      row.push(collapseSpaces(cell.text), ...Array.from({ length: cell.span - 1 }, () => ''));
    }
    cell = null;
  }
  function endRow(): void {
    endCell();
    if (row) problem ??= collector.tryAdd({ number, cells: row });
    row = null;
  }
  return {
    endCell,
    endRow,
    startRow() {
      endRow();
      number += 1;
      row = [];
    },
    startCell(colspan: string | undefined) {
      endCell();
      const span = Number(colspan ?? 1);
      cell = { text: '', span: Number.isInteger(span) && span > 0 ? Math.min(span, LIMITS.columns) : 1 };
    },
    append(part: string) {
      if (cell && cell.text.length <= LIMITS.cellCharacters) cell.text += part;
    },
    sheet() {
      endRow();
      return sheetOf(name, collector.rows, problem);
    },
  };
}

function collapseSpaces(text: string): string {
  const spaced = text.replaceAll(/[ \t\r\f\u00a0]+/g, ' ');
  return spaced.replaceAll(/ ?\n ?/g, '\n').trim();
}

/** Finds the outermost tables while the page is parsed. */
function pageReader() {
  const sheets: Sheet[] = [];
  const budget = createBudget();
  let table: ReturnType<typeof tableReader> | null = null;
  let tables = 0;
  let ignored = 0;
  const append = (part: string) => (ignored === 0 ? table?.append(part) : undefined);
  return {
    open(name: string, attributes: Record<string, string>) {
      if (IGNORED.has(name)) ignored += 1;
      if (name === 'table') tables += 1;
      if (name === 'table' && tables === 1) table = tableReader(`Table ${sheets.length + 1}`, budget);
      if (tables !== 1) return;
      if (name === 'tr') table?.startRow();
      if (name === 'td' || name === 'th') table?.startCell(attributes.colspan);
      if (name === 'br') append('\n');
    },
    // Line ends in the source are spaces; <br> is a line break.
    text: (part: string) => append(part.replaceAll(/\s+/g, ' ')),
    close(name: string) {
      if (IGNORED.has(name)) ignored -= 1;
      if (BLOCKS.has(name)) append('\n');
      if (tables === 1 && name === 'tr') table?.endRow();
      if (tables === 1 && (name === 'td' || name === 'th')) table?.endCell();
      if (name !== 'table') return;
      if (tables === 1 && table) sheets.push(table.sheet());
      tables = Math.max(0, tables - 1);
    },
    sheets: () => sheets.slice(0, LIMITS.sheets),
  };
}
