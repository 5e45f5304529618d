import type { FieldError } from '@ledgerline/contract/errors';
import {
  invoiceTotalError,
  invoiceTotals,
  lineTotalCents,
  type RECURRING_FREQUENCIES,
  recurringTotalError,
} from '@ledgerline/contract/rules';

/** Above any real invoice, and far below the point where a sum of lines could overflow (contract, MAX_CENTS). */
const MAX_TOTAL_CENTS = 9_999_999_999;
const TAX_DECIMALS = 6;

const AMOUNT_REQUIRED = 'Invoice amount is required and must be greater than zero';
const LINES_REQUIRED = 'Please add at least one valid line item with description, quantity, and price.';

export interface LineInput {
  description: string;
  quantity: number;
  unit_price_cents: number;
}

/** The contact that an invoice names; what is left out comes from the client (decisions K8). */
export interface ContactInput {
  full_name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

export interface Priced {
  lines: (LineInput & { line_total_cents: number })[];
  subtotal_cents: number;
  tax_cents: number;
  total_cents: number;
}

/** The sums computed by the server (decisions K12, K13), and their validation errors. */
export function priced(invoice: {
  line_items: readonly LineInput[];
  tax_rate: number;
  is_tax_enabled: boolean;
}): { ok: true; sums: Priced } | { ok: false; problem: FieldError } {
  const lines = invoice.line_items.map(({ description, quantity, unit_price_cents }) => ({
    description,
    quantity,
    unit_price_cents,
    line_total_cents: lineTotalCents({ quantity, unit_price_cents }),
  }));
  const totals = invoiceTotals({ ...invoice, lines });
  const wrong = (path: string, message: string) => ({ ok: false as const, problem: { path, message } });
  if (lines.length === 0) return wrong('line_items', LINES_REQUIRED);
  if (Number(invoice.tax_rate.toFixed(TAX_DECIMALS)) !== invoice.tax_rate) {
    return wrong('tax_rate', 'must have at most six decimals');
  }
  if (!lines.some(({ unit_price_cents }) => unit_price_cents > 0)) return wrong('line_items', LINES_REQUIRED);
  const wrongTotal = invoiceTotalError(totals.total_cents, lines);
  if (wrongTotal !== null) return wrong('line_items', wrongTotal);
  if (totals.total_cents > MAX_TOTAL_CENTS) return wrong('line_items', 'add up to a total that is too large');
  return { ok: true, sums: { lines, ...totals } };
}

interface SimpleAmounts {
  subtotal_cents?: number | undefined;
  tax_cents?: number | undefined;
  total_cents?: number | undefined;
}

/** The single line of the simple payload (decisions K11): its subtotal, or its total minus its tax. */
export function simpleLine(
  title: string,
  amounts: SimpleAmounts,
): { ok: true; line: LineInput } | { ok: false; problem: FieldError } {
  for (const path of ['subtotal_cents', 'tax_cents', 'total_cents'] as const) {
    const cents = amounts[path];
    if (cents === undefined) continue;
    if (!Number.isSafeInteger(cents))
      return { ok: false, problem: { path, message: 'must be a whole number of cents' } };
    if (cents < 0) return { ok: false, problem: { path, message: AMOUNT_REQUIRED } };
    if (cents > MAX_TOTAL_CENTS) return { ok: false, problem: { path, message: 'is too large' } };
  }
  const unit_price_cents = amounts.subtotal_cents ?? (amounts.total_cents ?? 0) - (amounts.tax_cents ?? 0);
  return unit_price_cents > 0
    ? { ok: true, line: { description: title, quantity: 1, unit_price_cents } }
    : { ok: false, problem: { path: 'total_cents', message: AMOUNT_REQUIRED } };
}

export interface RecurringOptions {
  is_recurring: boolean;
  recurring_frequency: (typeof RECURRING_FREQUENCIES)[number] | null;
  recurring_frequency_interval: number | null;
  recurring_end_date: string | null;
  recurring_total_payments: number | null;
}

/**
 * A schedule that ends on or before its first payment would never charge again (1§5), and one with a total of zero would
 * never charge at all. Dates are 'YYYY-MM-DD'.
 */
export function recurringProblem(
  options: Pick<RecurringOptions, 'is_recurring' | 'recurring_end_date'> & { total_cents: number },
  start: string,
): FieldError | null {
  const { is_recurring, recurring_end_date: end } = options;
  const wrongTotal = recurringTotalError(options);
  if (wrongTotal !== null) return { path: 'line_items', message: wrongTotal };
  return is_recurring && end !== null && end <= start
    ? { path: 'recurring_end_date', message: 'must be after the first payment date' }
    : null;
}
