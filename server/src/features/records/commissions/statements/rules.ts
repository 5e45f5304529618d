import { parseDate } from '@ledgerline/contract/rules';
import {
  STATEMENT_COLUMN_LABELS,
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementColumns,
} from '@ledgerline/contract/rules/commissions';
import { multiplyHalfUp, parseDecimal } from '@ledgerline/contract/rules/decimal';

// Reads a carrier's statement from the cells of its file (decision 132).

interface Row {
  number: number;
  cells: readonly string[];
}

/** Titles, dates and addresses above the column names take fewer rows than this. */
const MAX_TITLE_ROWS = 30;

/** Words of column names, the most exact first. A column has one meaning; the order of the fields decides. */
const NAMES: readonly [StatementColumn, readonly RegExp[]][] = [
  [
    'paid_on',
    [/^(?:paid|payment|pay|check|statement|process(?:ed|ing)?) date$/, /^date (?:paid|of payment)$/],
  ],
  [
    'number',
    [
      /^policy (?:number|no|num|nbr|id)$/,
      /^(?:member|subscriber|contract|certificate|policy|enrollee|exchange)\b.*\b(?:number|no|num|nbr|id)$/,
      /^(?:policy|contract|certificate)$/,
    ],
  ],
  [
    'name',
    [
      /^(?:client|insured|member|subscriber|policyholder|policy holder|customer|enrollee|group)(?: full)? name$/,
      /^(?:name|client|insured|member|subscriber|policyholder|policy holder|customer|policy name)$/,
      /^name of (?:client|insured|member)$/,
    ],
  ],
  [
    'period',
    [
      /^(?:commission|coverage|paid|service|bill|billing|premium)? ?(?:month|period)$/,
      /^(?:month|period) paid(?: for)?$/,
      /^(?:coverage|service|paid to|premium due) date$/,
    ],
  ],
  [
    'amount',
    [
      /^(?:net |total )?commissions? (?:amount|amt|paid|payable|due|earned|total)$/,
      /^(?:commission|commissions|net commission|total commission|compensation)$/,
      /^(?:amount|amt|payment|amount paid|paid amount|payment amount|net amount|net pay)$/,
    ],
  ],
];

const currencyIn = /[€£¥₹]|\b(?:EUR|GBP|CAD|AUD|MXN|BRL|JPY|CHF)\b|\b(?:C|CA|A|AU|MX|R)\$/;

/** 'Policy #' → 'policy number' */
const bareName = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replace(/\((?:usd|\$|us\$)\)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function guessColumns(headers: readonly string[]): StatementColumns {
  const names = headers.map(bareName);
  const columns: StatementColumns = { number: null, name: null, amount: null, period: null, paid_on: null };
  const taken = new Set<number>();
  for (const [field, patterns] of NAMES) {
    for (const pattern of patterns) {
      const column = names.findIndex((name, position) => !taken.has(position) && pattern.test(name));
      if (column < 0 || columns[field] !== null) continue;
      columns[field] = column;
      taken.add(column);
    }
  }
  return columns;
}

/** The columns with the names that the carrier's last statement had; null unless number and amount are among them. */
export function rememberedColumns(
  headers: readonly string[],
  remembered: Partial<Record<StatementColumn, string>>,
): StatementColumns | null {
  const columnOf = (field: StatementColumn) => {
    const name = remembered[field];
    const column = name === undefined ? -1 : headers.indexOf(name);
    return column < 0 ? null : column;
  };
  const found = Object.fromEntries(STATEMENT_COLUMNS.map((field) => [field, columnOf(field)]));
  const columns = { ...guessColumns([]), ...found };
  return columns.number === null || columns.amount === null ? null : columns;
}

const scoreOf = (headers: readonly string[]): number =>
  Object.values(guessColumns(headers)).filter((column) => column !== null).length;

/** The names of a row together with those of the row above, which may be merged over several columns. */
function groupedNames(above: readonly string[], cells: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(above.length, cells.length) }, (_, column) => {
    group = above[column]?.trim() || group;
    return `${group} ${cells[column]?.trim() ?? ''}`.trim();
  });
}

/** The column names in a row; with those of the row above if they make more of them known. */
export function headersAt(rows: readonly Row[], headerRow: number): string[] {
  const position = rows.findIndex(({ number }) => number === headerRow);
  const cells = (rows[position]?.cells ?? []).map((cell) => cell.trim());
  const above = rows[position - 1]?.cells;
  if (!above) return cells;
  const grouped = groupedNames(above, cells);
  return scoreOf(grouped) > scoreOf(cells) ? grouped : cells;
}

/** The sheet and row with the most known column names. */
export function findLayout(sheets: readonly (readonly Row[])[]): { sheet: number; header_row: number } {
  let best = { sheet: 0, header_row: sheets[0]?.[0]?.number ?? 1, score: 0 };
  for (const [sheet, rows] of sheets.entries()) {
    for (const { number } of rows.slice(0, MAX_TITLE_ROWS)) {
      const score = scoreOf(headersAt(rows, number));
      if (score > best.score) best = { sheet, header_row: number, score };
    }
  }
  return { sheet: best.sheet, header_row: best.header_row };
}

const AMOUNT = /^(\()?(-)?\$?(-)?((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d{0,12})?)(-)?(\))?$/;
const LONGEST_AMOUNT = 15;

/**
 * Cents of an amount as carriers write it: '$1,234.50', '(12.00)', '12.00-', '-'. More than two decimals are rounded to the cent,
 * halves away from zero. Null for anything else, such as other currencies and decimal commas.
 */
export function readAmount(text: string): number | null {
  const bare = text.replaceAll(/\s|USD|US(?=\$)/gi, '').replaceAll(/[\u2212\u2013\u2014]/g, '-');
  if (/^-+$/.test(bare)) return 0;
  const [, open, before, inside, digits = '', after, close] = AMOUNT.exec(bare) ?? [];
  const decimal = digits.length > LONGEST_AMOUNT + 12 ? null : parseDecimal(digits.replaceAll(',', ''));
  if (decimal === null || (open === undefined) !== (close === undefined)) return null;
  const signs = [open, before, inside, after].filter((sign) => sign !== undefined).length;
  const cents = multiplyHalfUp(decimal, { units: 100n, scale: 0 });
  if (signs > 1 || !Number.isSafeInteger(cents) || cents > 1e13) return null;
  return signs === 1 && cents !== 0 ? -cents : cents;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Spreadsheet day numbers of 1990 to 2089, for dates in cells that are not formatted as dates. */
const DAY_SERIAL = /^(?:3[3-9]|[4-6]\d)\d{3}$/;

const dayOfSerial = (serial: number) =>
  new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10);

export function readDay(text: string): string | null {
  const typed = text.trim();
  return DAY_SERIAL.test(typed) ? dayOfSerial(Number(typed)) : parseDate(typed);
}

/** 'YYYY-MM' of '05/2026', '2026-05', '202605', 'May 2026', 'May-26' or a date; null for anything else. */
export function readPeriod(text: string): string | null {
  const typed = text.trim();
  const [, year, month] = /^(20\d\d)[-/. ]?(0[1-9]|1[0-2])$/.exec(typed) ?? [];
  if (year && month) return `${year}-${month}`;
  const [, first = '', second = ''] = /^(\d{1,2}|[a-z]{3,9})\.?[-/., ]+(\d{4}|\d{2})$/i.exec(typed) ?? [];
  const position = /^\d/.test(first) ? Number(first) : MONTHS.indexOf(first.slice(0, 3).toLowerCase()) + 1;
  if (second !== '' && position >= 1 && position <= 12)
    return `${second.length === 2 ? `20${second}` : second}-${String(position).padStart(2, '0')}`;
  return readDay(typed)?.slice(0, 7) ?? null;
}

export interface StatementLine {
  row_number: number;
  number: string;
  name: string;
  amount_cents: number;
  period: string | null;
  paid_on: string | null;
}

export interface StatementContent {
  lines: StatementLine[];
  total_cents: number;
  stated_total_cents: number | null;
  skipped: { row_number: number; reason: string }[];
  problems: string[];
}

const TOTAL = /\b(?:sub[- ]?totals?|totals?|grand total|balance)\b/i;
const SUBTOTAL = /\bsub[- ]?totals?\b|\btotals? (?:for|of|by)\b/i;
const MAX_PROBLEMS = 5;

/** The lines below the column names. Totals are not lines; what cannot be read exactly is a problem, never left out silently. */
export function readLines(
  rows: readonly Row[],
  headerRow: number,
  headers: readonly string[],
  columns: StatementColumns,
): StatementContent {
  const content: StatementContent = {
    ...{
      lines: [],
      total_cents: 0,
      stated_total_cents: null,
      skipped: [],
      problems: columnProblems(headers, columns),
    },
  };
  if (content.problems.length > 0) return content;
  const totals: { cents: number; isSubtotal: boolean }[] = [];
  const problems: string[] = [];
  for (const row of rows) {
    if (row.number <= headerRow) continue;
    const kind = kindOf(row, headers, columns, content.total_cents);
    if (kind === 'blank') continue;
    const cents = readAmount(cellOf(row, columns.amount));
    if (kind === 'total') {
      content.skipped.push({ row_number: row.number, reason: 'Totals row' });
      if (cents !== null) totals.push({ cents, isSubtotal: row.cells.some((cell) => SUBTOTAL.test(cell)) });
    } else if (kind !== 'line') content.skipped.push({ row_number: row.number, reason: kind });
    else if (cents === null) problems.push(amountProblem(row, columns));
    else {
      content.lines.push(lineOf(row, columns, cents));
      content.total_cents += cents;
    }
  }
  const more = problems.length - MAX_PROBLEMS;
  content.problems = [
    ...problems.slice(0, MAX_PROBLEMS),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'amount' : 'amounts'} cannot be read.`] : []),
  ];
  if (content.lines.length === 0 && problems.length === 0)
    content.problems.push('There is no line with an amount below the column names. Check the header row.');
  content.stated_total_cents = statedTotal(totals);
  return content;
}

/** The last total; the sum of the subtotals if there are only those. */
function statedTotal(totals: readonly { cents: number; isSubtotal: boolean }[]): number | null {
  const grand = totals.findLast(({ isSubtotal }) => !isSubtotal);
  if (grand) return grand.cents;
  return totals.length === 0 ? null : totals.reduce((sum, { cents }) => sum + cents, 0);
}

const cellOf = ({ cells }: Row, column: number | null): string =>
  column === null ? '' : (cells[column] ?? '').trim();

function columnProblems(headers: readonly string[], columns: StatementColumns): string[] {
  const missing = (['number', 'amount'] as const).filter((field) => columns[field] === null);
  const problems = missing.map(
    (field) => `Choose the column with the ${STATEMENT_COLUMN_LABELS[field].toLowerCase()}.`,
  );
  const chosen = Object.values(columns).filter((column) => column !== null);
  if (new Set(chosen).size < chosen.length) problems.push('Choose each column once.');
  if (currencyIn.test(headers[columns.amount ?? -1] ?? ''))
    problems.push('The amounts are in another currency. Only US dollars can be imported.');
  return problems;
}

function kindOf(row: Row, headers: readonly string[], columns: StatementColumns, sum: number): string {
  const number = cellOf(row, columns.number);
  const amount = cellOf(row, columns.amount);
  const filled = row.cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return 'blank';
  if (row.cells.every((cell, column) => cell.trim() === '' || cell.trim() === headers[column]?.trim()))
    return 'Repeated column names';
  const hasNumber = /\d/.test(number) && !TOTAL.test(number);
  if (!hasNumber && filled.some((cell) => TOTAL.test(cell))) return 'total';
  // A sum without a label: nothing else is filled, and it equals all lines above.
  if (filled.length === 1 && amount !== '' && sum !== 0 && readAmount(amount) === sum) return 'total';
  if (amount === '') return 'No amount';
  return !hasNumber && readAmount(amount) === null && !currencyIn.test(amount) ? 'Not a line' : 'line';
}

function amountProblem(row: Row, columns: StatementColumns): string {
  const amount = cellOf(row, columns.amount).slice(0, 40);
  return currencyIn.test(amount)
    ? `Row ${row.number}: the amount “${amount}” is in another currency. Only US dollars can be imported.`
    : `Row ${row.number}: the amount “${amount}” cannot be read. Correct it in the file and choose the file again.`;
}

function lineOf(row: Row, columns: StatementColumns, amount_cents: number): StatementLine {
  return {
    row_number: row.number,
    number: cellOf(row, columns.number).slice(0, 100),
    name: cellOf(row, columns.name).slice(0, 200),
    amount_cents,
    period: readPeriod(cellOf(row, columns.period)),
    paid_on: readDay(cellOf(row, columns.paid_on)),
  };
}
