import {
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementColumns,
} from '@ledgerline/contract/rules/commissions';

// Reads a carrier's statement from the cells of its file (decision 132).

/** A row of a sheet, numbered as in the file. */
export interface Row {
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

/** 'Policy #' → 'policy number' */
const bareName = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replaceAll('%', ' percent ')
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
