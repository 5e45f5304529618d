import type { StatementRow } from '@ledgerline/contract/commissions/endpoints';
import { countText, moneyDisplay } from '@ledgerline/contract/rules';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'October 2026' */
export const monthText = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

/** The months that a statement may be about: from next month back to two years ago. */
export function statementMonths(today: string): { value: string; label: string }[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 26 }, (_, ago) => {
    const value = new Date(Date.UTC(year, month - ago, 1)).toISOString().slice(0, 7);
    return { value, label: monthText(value) };
  });
}

/** The paid amount minus the expected one; null if the expected one is not known. */
export function differenceText({
  expected_cents,
  paid_cents,
}: Pick<StatementRow, 'expected_cents' | 'paid_cents'>): string | null {
  if (expected_cents === null) return null;
  const difference = paid_cents - expected_cents;
  return `${difference > 0 ? '+' : ''}${moneyDisplay(difference)}`;
}

/** The client of a row, or what the statement says about an unmatched line. */
export function rowName({ policy, lines }: Pick<StatementRow, 'policy' | 'lines'>): string {
  if (policy) return policy.client_name || 'Unnamed client';
  const [line] = lines;
  return line?.name || (line?.number ? `Number ${line.number}` : `Row ${line?.row_number ?? ''} of the file`);
}

/** '1 line', '1,250 lines' */
export const linesText = (count: number) => countText(count, 'line');
export const rowsText = (count: number) => countText(count, 'row');
