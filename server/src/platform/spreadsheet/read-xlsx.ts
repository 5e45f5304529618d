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
import { type NumberFormat, numberFormat, numberText } from './number-formats.ts';
import { readXml } from './read-xml.ts';
import type { ZipParts } from './zip-parts.ts';

interface Workbook {
  is1904: boolean;
  formats: NumberFormat[];
  strings: string[];
}

interface SheetPart {
  name: string;
  part: string;
}

/** The visible sheets of an XLSX file, cells as a person would type them. */
export async function readXlsx(zip: ZipParts): Promise<Sheet[]> {
  const { parts, is1904 } = await readWorkbook(zip);
  const workbook = { is1904, formats: await readFormats(zip), strings: await readStrings(zip) };
  const sheets: Sheet[] = [];
  const budget = createBudget();
  for (const { name, part } of parts.slice(0, LIMITS.sheets)) {
    sheets.push(await readSheet(zip, part, workbook, budget).then(rowsOf(name), problemOf(name)));
  }
  return sheets;
}

const rowsOf = (name: string) => (rows: SheetRow[]) => sheetOf(name, rows, null);

const problemOf = (name: string) => (error: unknown) => {
  if (!(error instanceof SpreadsheetError)) throw error;
  return sheetOf(name, [], error);
};

async function readWorkbook(zip: ZipParts): Promise<{ parts: SheetPart[]; is1904: boolean }> {
  const names = new Map<string, string>();
  let is1904 = false;
  await readXml(zip.chunks('xl/workbook.xml'), {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      const id = name === 'sheet' ? attribute('id') : undefined;
      if (id && (attribute('state') ?? 'visible') === 'visible') names.set(id, attribute('name') ?? '');
    },
  });
  const targets = new Map<string, string>();
  await readXml(zip.chunks('xl/_rels/workbook.xml.rels'), {
    open(name, attribute) {
      // A chart sheet has no rows.
      if (name !== 'Relationship' || attribute('Type')?.endsWith('/chartsheet')) return;
      targets.set(attribute('Id') ?? '', attribute('Target') ?? '');
    },
  });
  const parts = [...names].flatMap(([id, name]) => {
    const target = targets.get(id);
    return target ? [{ name, part: target.startsWith('/') ? target.slice(1) : `xl/${target}` }] : [];
  });
  if (parts.length === 0) throw new SpreadsheetError('The XLSX file has no visible sheet.');
  return { parts, is1904 };
}

/** The number format of every cell style. */
async function readFormats(zip: ZipParts): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (!zip.has('xl/styles.xml')) return formats;
  const codes = new Map<number, string>();
  let isCellStyles = false;
  await readXml(zip.chunks('xl/styles.xml'), {
    open(name, attribute) {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') isCellStyles = true;
      if (name === 'xf' && isCellStyles) {
        const id = Number(attribute('numFmtId') ?? 0);
        formats.push(numberFormat(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellStyles = false;
    },
  });
  return formats;
}

async function readStrings(zip: ZipParts): Promise<string[]> {
  const strings: string[] = [];
  if (!zip.has('xl/sharedStrings.xml')) return strings;
  const reader = textReader();
  await readXml(zip.chunks('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') reader.start();
      reader.open(name);
    },
    text: reader.text,
    close(name) {
      reader.close(name);
      if (name === 'si') strings.push(unescaped(reader.drain()));
    },
  });
  return strings;
}

/** Collects the `t` texts of a string, without pronunciation guides. */
function textReader() {
  let parts = '';
  let isText = false;
  let isPhonetic = false;
  return {
    start() {
      parts = '';
    },
    open(name: string) {
      if (name === 'rPh') isPhonetic = true;
      if (name === 't' || name === 'v') isText = !isPhonetic;
    },
    text(text: string) {
      if (!isText) return;
      parts += text;
      // Enforces the limit while the text streams in; the collector names the row.
      if (parts.length > LIMITS.cellCharacters * 2) parts = parts.slice(0, LIMITS.cellCharacters + 1);
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false;
      if (name === 't' || name === 'v') isText = false;
    },
    drain: () => parts,
  };
}

async function readSheet(
  zip: ZipParts,
  part: string,
  workbook: Workbook,
  budget: Budget,
): Promise<SheetRow[]> {
  const collector = createRowCollector(budget);
  const reader = textReader();
  let row: SheetRow = { number: 0, cells: [] };
  let cell = { column: -1, type: 'n', style: 0 };
  await readXml(zip.chunks(part), {
    open(name, attribute) {
      if (name === 'row') {
        row = { number: Number(attribute('r') ?? row.number + 1), cells: [] };
        cell.column = -1;
      }
      if (name === 'c') {
        cell = {
          // A cell without a reference is to the right of the previous one, even if empty.
          column: columnOf(attribute('r')) ?? cell.column + 1,
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
        };
        reader.start();
      }
      reader.open(name);
    },
    text: reader.text,
    close(name) {
      reader.close(name);
      if (name === 'c') setCell(row, cell, reader.drain(), workbook);
      if (name === 'row') collector.add(row);
    },
  });
  return collector.rows;
}

function setCell(
  row: SheetRow,
  cell: { column: number; type: string; style: number },
  stored: string,
  workbook: Workbook,
): void {
  if (stored === '') return;
  if (cell.column >= 16_384) throw tooMany(cell.column + 1, 'columns', LIMITS.columns);
  while (row.cells.length < cell.column) row.cells.push('');
  row.cells[cell.column] = cellText(cell, stored, workbook);
}

function cellText(cell: { type: string; style: number }, stored: string, workbook: Workbook): string {
  if (cell.type === 's') return workbook.strings[Number(stored)] ?? '';
  if (cell.type === 'n') {
    return numberText(stored, workbook.formats[cell.style] ?? { kind: 'general' }, workbook.is1904);
  }
  if (cell.type === 'b') return stored === '1' ? 'TRUE' : 'FALSE';
  if (cell.type === 'd') return stored.slice(0, 10);
  return unescaped(stored);
}

/** 'AB12' is column 27, counted from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? '')?.[1];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Excel writes control characters as `_x000D_`. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
