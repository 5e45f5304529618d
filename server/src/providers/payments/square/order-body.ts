import { moneyDisplay } from '@ledgerline/contract/rules';
import { type InvoiceToPublish, TotalDiffers } from '#platform/ports/payments.ts';
import { orderReference } from './keys.ts';
import type { SquareOrder } from './shapes.ts';
import { centsOf } from './translate.ts';

const LONGEST_NAME = 512;
const LONGEST_DISCOUNT_NAME = 255;

const usd = (amount: number) => ({ amount, currency: 'USD' });

type Line = InvoiceToPublish['lines'][number];

/** The order of an invoice: the same for the preview, the first call and every repeat. */
export function orderBody(invoice: InvoiceToPublish, locationId: string) {
  const percentage = taxPercentage(invoice.tax_rate);
  const discounts = invoice.lines
    .filter((line) => isCredit(line) && line.line_total_cents !== 0)
    .map(discountOf);
  const tax = { uid: 'sales-tax', name: 'Tax', percentage, type: 'ADDITIVE', scope: 'ORDER' };
  return {
    location_id: locationId,
    customer_id: invoice.customerId,
    reference_id: orderReference(invoice.idempotencyKey),
    line_items: invoice.lines.filter((line) => !isCredit(line)).map(lineItem),
    ...(discounts.length > 0 ? { discounts } : {}),
    ...(percentage === '0' ? {} : { taxes: [tax] }),
  };
}

/**
 * Our line total is authoritative. Square counts whole items only and rounds differently, so a line of 2.5 hours becomes one
 * item at its total, with the quantity in its note.
 */
export function lineItem(line: Line) {
  const { description, quantity, unit_price_cents, line_total_cents } = line;
  const name = cut(description, LONGEST_NAME);
  const isCounted = Number.isInteger(quantity) && quantity * unit_price_cents === line_total_cents;
  const text = String(quantity);
  if (isCounted && /^\d{1,6}$/.test(text)) {
    return { name, quantity: text, base_price_money: usd(unit_price_cents) };
  }
  const note = `${text} × ${moneyDisplay(unit_price_cents)}`;
  return { name, quantity: '1', base_price_money: usd(line_total_cents), note };
}

const isCredit = (line: Line) => line.unit_price_cents < 0;

/**
 * Square accepts no price below zero: a credit becomes a discount of the whole order. Square subtracts discounts before it
 * calculates the tax, as our own totals do.
 */
function discountOf({ description, quantity, unit_price_cents, line_total_cents }: Line, index: number) {
  const note = quantity === 1 ? '' : ` (${quantity} × ${moneyDisplay(unit_price_cents)})`;
  return {
    uid: `discount-${index + 1}`,
    name: `${cut(description, LONGEST_DISCOUNT_NAME - note.length)}${note}`,
    type: 'FIXED_AMOUNT',
    amount_money: usd(-line_total_cents),
    scope: 'ORDER',
  };
}

/** 0.08875 → `8.875`: at most five decimals, Square's limit. */
export function taxPercentage(rate: number): string {
  return String(Number((rate * 100).toFixed(5)));
}

/** Rejects an order whose total or tax differs from ours by a single cent. */
export function checkTotals(invoice: InvoiceToPublish, order: SquareOrder): void {
  const total = centsOf(order.total_money);
  const tax = centsOf(order.total_tax_money);
  if (total === invoice.total_cents && tax === invoice.tax_cents) return;
  const ours = `${invoice.total_cents} with tax of ${invoice.tax_cents}`;
  const detail = `square calculates ${total} with tax of ${tax}, not ${ours}`;
  throw new TotalDiffers(total, invoice.total_cents, detail);
}

export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Half of a surrogate pair is not valid text.
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
