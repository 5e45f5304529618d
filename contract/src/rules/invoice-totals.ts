import { type Flag, isOn } from './blank.ts';
import { SALES_TAX_RATE } from './constants.ts';
import { multiplyHalfUp, parseDecimal } from './decimal.ts';
import { moneyDisplay } from './money.ts';

type Amount = number | string | null | undefined;

/**
 * Quantity (any decimals) times unit price, to the nearest cent, halves up (decisions K13). A credit, whose price is below zero, subtracts
 * exactly what the same line with a positive price adds. Unreadable values count as 0.
 */
export function lineTotalCents(line: { quantity: Amount; unit_price_cents: Amount }): number {
  const quantity = parseDecimal(line.quantity);
  const price = parseDecimal(line.unit_price_cents);
  if (quantity === null || price === null) return 0;
  if (price.units >= 0n) return multiplyHalfUp(quantity, price);
  return 0 - multiplyHalfUp(quantity, { ...price, units: -price.units });
}

/** A credit or discount. */
export function isCreditLine({ unit_price_cents }: { unit_price_cents: Amount }): boolean {
  return (parseDecimal(unit_price_cents)?.units ?? 0n) < 0n;
}

/** Why an invoice of this total cannot be saved; null where it can. Only credits may leave nothing to pay (decision 092). */
export function invoiceTotalError(
  total_cents: number,
  lines: ReadonlyArray<{ unit_price_cents: Amount }>,
): string | null {
  if (total_cents > 0 || (total_cents === 0 && lines.some(isCreditLine))) return null;
  if (total_cents === 0) return 'Invoice amount is required and must be greater than zero';
  return `The credits and discounts are more than the other lines: the total would be ${moneyDisplay(total_cents)}, and it must not be below zero. Lower a credit or add a line.`;
}

/** Why this invoice cannot recur; null where it can. Without a total, its schedule would create invoices with nothing to pay. */
export function recurringTotalError(invoice: { is_recurring: boolean; total_cents: number }): string | null {
  return invoice.is_recurring && invoice.total_cents === 0
    ? 'A recurring invoice must have a total above zero. Lower a credit, or turn off the recurring option.'
    : null;
}

/** Totals of an invoice in cents: lines rounded one by one, tax once on the subtotal (1§9, decisions K13). tax_rate 0 to 1. */
export function invoiceTotals(invoice: {
  lines: ReadonlyArray<{ quantity: Amount; unit_price_cents: Amount }>;
  tax_rate?: number | string | null;
  is_tax_enabled?: Flag;
}): { subtotal_cents: number; tax_cents: number; total_cents: number } {
  const subtotal_cents = invoice.lines.reduce((sum, line) => sum + lineTotalCents(line), 0);
  const tax_cents = isOn(invoice.is_tax_enabled)
    ? taxCents(subtotal_cents, invoice.tax_rate ?? SALES_TAX_RATE)
    : 0;
  return { subtotal_cents, tax_cents, total_cents: subtotal_cents + tax_cents };
}

/** 7% on base plus itemized cost if requested; all in cents (0§9, decisions K13). */
export function templateSalesTax(template: {
  base_cents?: number | null;
  itemized_cents?: number | null;
  include_sales_tax?: Flag;
}): { tax_cents: number; total_cents: number } {
  const sum = (template.base_cents ?? 0) + (template.itemized_cents ?? 0);
  const tax_cents = isOn(template.include_sales_tax) ? taxCents(sum, SALES_TAX_RATE) : 0;
  return { tax_cents, total_cents: sum + tax_cents };
}

function taxCents(cents: number, rate: number | string): number {
  const amount = parseDecimal(cents);
  const share = parseDecimal(rate);
  return amount === null || share === null ? 0 : multiplyHalfUp(amount, share);
}
