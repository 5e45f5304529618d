import { createRowCollector, LIMITS, type SheetRow, SpreadsheetError, tooMany } from './limits.ts';
import { type NumberFormat, numberFormat, numberText } from './number-formats.ts';
import { readXml } from './read-xml.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

interface Workbook {
  sheetPart: string;
  is1904: boolean;
  formats: NumberFormat[];
  strings: string[];
}

/** The rows of the first visible sheet of an XLSX file, cells as a person would type them. */
export async function readXlsx(bytes: Uint8Array): Promise<SheetRow[]> {
  const zip = await openZip(bytes);
  const { sheetPart, is1904 } = await readWorkbook(zip);
  const workbook = { sheetPart, is1904, formats: await readFormats(zip), strings: await readStrings(zip) };
  return readSheet(zip, workbook);
}

async function readWorkbook(zip: ZipParts): Promise<{ sheetPart: string; is1904: boolean }> {
  if (!zip.has('xl/workbook.xml')) {
    throw new SpreadsheetError(
      'The file is a ZIP archive, not an XLSX spreadsheet. Choose the CSV or XLSX file itself.',
    );
  }
  let sheetId: string | undefined;
  let is1904 = false;
  await readXml(zip.chunks('xl/workbook.xml'), {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name === 'sheet' && (attribute('state') ?? 'visible') === 'visible') sheetId ??= attribute('id');
    },
  });
  let target: string | undefined;
  await readXml(zip.chunks('xl/_rels/workbook.xml.rels'), {
    open(name, attribute) {
      if (name === 'Relationship' && attribute('Id') === sheetId) target = attribute('Target');
    },
  });
  if (!target) throw new SpreadsheetError('The XLSX file has no visible sheet.');
  return { sheetPart: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 };
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
      if (name === 'si') strings.push(unescaped(reader.take()));
    },
  });
  return strings;
}

/** Gathers the `t` texts of a string, leaving out pronunciation guides. */
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
      // The limit holds while the text still streams in; the collector names the row.
      if (parts.length > LIMITS.cellCharacters * 2) parts = parts.slice(0, LIMITS.cellCharacters + 1);
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false;
      if (name === 't' || name === 'v') isText = false;
    },
    take: () => parts,
  };
}

async function readSheet(zip: ZipParts, workbook: Workbook): Promise<SheetRow[]> {
  const collector = createRowCollector();
  const reader = textReader();
  let row: SheetRow = { number: 0, cells: [] };
  let cell = { column: -1, type: 'n', style: 0 };
  await readXml(zip.chunks(workbook.sheetPart), {
    open(name, attribute) {
      if (name === 'row') {
        row = { number: Number(attribute('r') ?? row.number + 1), cells: [] };
        cell.column = -1;
      }
      if (name === 'c') {
        cell = {
          // A cell without a reference stands right of the one before it, an empty one too.
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
      if (name === 'c') setCell(row, cell, reader.take(), workbook);
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
