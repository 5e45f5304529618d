import type { ReportColumn, ReportFigure, ReportTable } from '@ledgerline/contract/reports/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { csvDollars, csvHeader, csvRow } from '@ledgerline/contract/rules/csv';

export function figureText(value: number, unit: ReportColumn['unit']): string {
  return unit === 'cents' ? moneyDisplay(value) : value.toLocaleString('en-US');
}

/** The share of the figure in its column, as '45%'; null if the figure is not part of a column. */
export function shareText(
  cells: readonly ReportFigure[],
  at: number,
  columns: readonly ReportColumn[],
): string | null {
  const whole = cells[columns[at]?.share_of ?? -1]?.value;
  const value = cells[at]?.value;
  if (!whole || value === undefined) return null;
  return `${Math.round((100 * value) / whole)}%`;
}

/** The rows of a table, and its totals as the last one. */
export function linesOf({ rows, total }: Pick<ReportTable, 'rows' | 'total'>) {
  const lines = rows.map((row) => ({ ...row, isTotal: false }));
  return total && rows.length > 1 ? [...lines, { label: 'Total', cells: total, isTotal: true }] : lines;
}

/** The table as CSV with exact amounts in dollars. Texts that would be formulas are neutralized. */
export function tableCsv(table: ReportTable): string {
  const { heading, columns } = table;
  const amount = ({ value }: ReportFigure, at: number) =>
    columns[at]?.unit === 'cents' ? csvDollars(value) : value;
  const lines = linesOf(table).map(({ label, cells }) => csvRow([label, ...cells.map(amount)]));
  return csvHeader([heading, ...columns.map(({ label }) => label)]) + lines.join('');
}

/** More bars than this cannot be told apart on a phone. */
const MAX_BARS = 12;
/** The days of a month. */
const MAX_STACKED_BARS = 31;
const LEAST_ROWS = 2;

/** How many rows a chart shows: each row has a bar for every series, unless the bars are stacked. */
export const chartedRows = (chart: ReportTable['chart'], series: number): number =>
  chart === 'stacked' ? MAX_STACKED_BARS : Math.max(LEAST_ROWS, Math.floor(MAX_BARS / Math.max(series, 1)));
