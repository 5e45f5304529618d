import { STATEMENT_COLUMN_LABELS, type StatementColumns } from '@ledgerline/contract/rules/commissions';
import { currencyIn, readAmount, readDay, readPeriod } from './read-values.ts';
import type { Row } from './rules.ts';
import { type Labels, type Sums, statedTotal, type Total, totalOf } from './totals.ts';

export interface StatementLine {
  row_number: number;
  number: string;
  name: string;
  amount_cents: number;
  period: string | null;
  paid_on: string | null;
}

/** Where the lines are, and what their columns mean. */
export interface LinesLayout {
  headerRow: number;
  headers: readonly string[];
  columns: StatementColumns;
  month?: string | undefined;
}

export interface StatementContent {
  lines: StatementLine[];
  total_cents: number;
  stated_total_cents: number | null;
  skipped: { row_number: number; reason: string }[];
  problems: string[];
}

const MAX_PROBLEMS = 5;

/**
 * The lines below the column names. Totals are not lines; what cannot be read exactly is a problem, never left out silently. `month`
 * is that of the statement, if it is known.
 */
export function readLines(
  rows: readonly Row[],
  { headerRow, headers, columns, month }: LinesLayout,
): StatementContent {
  const content: StatementContent = {
    ...{ lines: [], total_cents: 0, stated_total_cents: null, skipped: [] },
    problems: columnProblems(headers, columns),
  };
  if (content.problems.length > 0) return content;
  const totals: Total[] = [];
  const problems: string[] = [];
  let group = { cents: 0, lines: 0 };
  for (const row of rows) {
    if (row.number <= headerRow) continue;
    const sums = { all: content.total_cents, group: group.cents, lines: group.lines };
    const kind = kindOf(row, headers, columns, sums);
    if (kind === 'blank') continue;
    if (typeof kind === 'object') {
      content.skipped.push({ row_number: row.number, reason: 'Totals row' });
      totals.push(kind);
      if (kind.of !== 'other') group = { cents: 0, lines: 0 };
    } else if (kind !== 'line') content.skipped.push({ row_number: row.number, reason: kind });
    else {
      const line = lineOf(row, columns, month);
      if (typeof line === 'string') {
        problems.push(line);
        continue;
      }
      content.lines.push(line);
      content.total_cents += line.amount_cents;
      group = { cents: group.cents + line.amount_cents, lines: group.lines + 1 };
    }
  }
  content.problems = shortened(problems);
  if (content.lines.length === 0 && problems.length === 0)
    content.problems.push('There is no line with an amount below the column names. Check the header row.');
  content.stated_total_cents = statedTotal(totals);
  return content;
}

function shortened(problems: readonly string[]): string[] {
  const more = problems.length - MAX_PROBLEMS;
  return [
    ...problems.slice(0, MAX_PROBLEMS),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'row' : 'rows'} cannot be read.`] : []),
  ];
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

function kindOf(row: Row, headers: readonly string[], columns: StatementColumns, sums: Sums): string | Total {
  const number = cellOf(row, columns.number);
  const amount = cellOf(row, columns.amount);
  const cents = readAmount(amount);
  if (row.cells.every((cell) => cell.trim() === '')) return 'blank';
  if (row.cells.every((cell, column) => cell.trim() === '' || cell.trim() === headers[column]?.trim()))
    return 'Repeated column names';
  const total = totalOf(labelsOf(row, columns, sums), cents, sums);
  if (total) return total;
  if (amount === '') return 'No amount';
  return !/\d/.test(number) && cents === null && !currencyIn.test(amount) ? 'Not a line' : 'line';
}

/** The first filled cell is a label only in a row without a number. */
function labelsOf(row: Row, columns: StatementColumns, { lines }: Sums): Labels {
  const number = cellOf(row, columns.number);
  const name = cellOf(row, columns.name);
  const others = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const texts = /\d/.test(number) ? [number] : [number, name, others[0] ?? ''];
  const isBare = lines > 1 || others.every((cell) => readAmount(cell) !== null);
  return { texts, isUnlabeled: number === '' && name === '' && isBare };
}

function amountProblem(row: Row, columns: StatementColumns): string {
  const amount = cellOf(row, columns.amount).slice(0, 40);
  if (currencyIn.test(amount))
    return `Row ${row.number}: the amount “${amount}” is in another currency. Only US dollars can be imported.`;
  const format = /,\d{1,2}\D*$/.test(amount) ? ' Amounts need a decimal point, such as 1,234.50.' : '';
  return `Row ${row.number}: the amount “${amount}” cannot be read.${format} Correct it in the file and choose the file again.`;
}

/** The line, or why it cannot be read. */
function lineOf(row: Row, columns: StatementColumns, month: string | undefined): StatementLine | string {
  const amount_cents = readAmount(cellOf(row, columns.amount));
  if (amount_cents === null) return amountProblem(row, columns);
  const paidFor = cellOf(row, columns.period);
  const period = readPeriod(paidFor, month);
  if (period === null && paidFor !== '')
    return `Row ${row.number}: the month paid for “${paidFor.slice(0, 40)}” cannot be read or is far from the month of the statement. Correct it in the file, or choose no column for the month.`;
  return {
    row_number: row.number,
    number: cellOf(row, columns.number).slice(0, 100),
    name: cellOf(row, columns.name).slice(0, 200),
    ...{ amount_cents, period },
    paid_on: readDay(cellOf(row, columns.paid_on)),
  };
}
