import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { applyDiscounts, discountInput, netOf } from './order-discounts.ts';
import {
  type Money,
  type MoneyAmounts,
  type OrderLine,
  type OrderTax,
  type SquareOrder,
  usd,
} from './square-books.ts';
import { invalid, missing, notImplemented } from './square-error.ts';

const money = z.looseObject({ amount: z.number().int(), currency: z.string() });

const line = z.looseObject({
  uid: z.string().nullish(),
  name: z.string().nullish(),
  note: z.string().nullish(),
  quantity: z.string(),
  quantity_unit: z.record(z.string(), z.unknown()).optional(),
  item_type: z.enum(['ITEM', 'CUSTOM_AMOUNT']).optional(),
  base_price_money: money.optional(),
  applied_taxes: z.array(z.looseObject({ uid: z.string().nullish(), tax_uid: z.string() })).optional(),
});

const tax = z.looseObject({
  uid: z.string().nullish(),
  name: z.string().nullish(),
  percentage: z.string().nullish(),
  type: z.string().optional(),
  scope: z.string().optional(),
});

export const newOrder = z.looseObject({
  location_id: z.string(),
  reference_id: z.string().max(40, 'Field is too long.').nullish(),
  customer_id: z.string().nullish(),
  source: z.object({ name: z.string().optional() }).optional(),
  line_items: z.array(line).optional(),
  taxes: z.array(tax).optional(),
  discounts: z.array(discountInput).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  state: z.enum(['OPEN', 'DRAFT']).optional(),
});
export type NewOrder = z.infer<typeof newOrder>;
type LineInput = z.infer<typeof line>;

type Totals = Pick<
  SquareOrder,
  | 'line_items'
  | 'taxes'
  | 'discounts'
  | 'net_amounts'
  | 'total_money'
  | 'total_tax_money'
  | 'total_discount_money'
  | 'total_tip_money'
  | 'total_service_charge_money'
  | 'net_amount_due_money'
>;

const newUid = (): string => randomBytes(11).toString('base64url');

/** Calculates the totals of an order as Square does, with the same validation. */
export function totalsOf(order: NewOrder, roundTaxUp: boolean): Totals {
  for (const unknown of ['service_charges', 'fulfillments', 'rewards', 'pricing_options']) {
    if (order[unknown] !== undefined) throw notImplemented(`orders with ${unknown}`);
  }
  const rules = (order.taxes ?? []).map(readTax);
  const uids = new Set(rules.map(({ uid }) => uid));
  if (uids.size < rules.length) throw invalid('INVALID_VALUE', 'Tax uids must be unique.', 'order.taxes');
  const lines = (order.line_items ?? []).map((each, index) => readLine(each, index, rules));
  const discounts = applyDiscounts(order.discounts ?? [], lines);
  const taxes = rules.map((rule) => applyTax(rule, lines, roundTaxUp));
  for (const each of lines) {
    const sum = (each.applied_taxes ?? []).reduce(
      (total, { applied_money }) => total + applied_money.amount,
      0,
    );
    each.total_tax_money = usd(sum);
    each.total_money = usd(netOf(each) + sum);
  }
  const taxTotal = taxes.reduce((total, { applied_money }) => total + applied_money.amount, 0);
  const total = lines.reduce((sum, each) => sum + each.total_money.amount, 0);
  const discounted = sumOf(discounts.map(({ applied_money }) => applied_money));
  return {
    ...(lines.length > 0 ? { line_items: lines } : {}),
    ...(taxes.length > 0 ? { taxes } : {}),
    ...(discounts.length > 0 ? { discounts } : {}),
    net_amounts: amounts(total, taxTotal, discounted),
    total_money: usd(total),
    total_tax_money: usd(taxTotal),
    total_discount_money: usd(discounted),
    total_tip_money: usd(0),
    total_service_charge_money: usd(0),
    net_amount_due_money: usd(total),
  };
}

export const amounts = (total: number, taxed = 0, discounted = 0): MoneyAmounts => ({
  total_money: usd(total),
  tax_money: usd(taxed),
  discount_money: usd(discounted),
  tip_money: usd(0),
  service_charge_money: usd(0),
});

const PERCENTAGE = /^\d{1,3}(\.\d{1,5})?$/;

function readTax(input: z.infer<typeof tax>, index: number): OrderTax {
  const field = `order.taxes[${index}]`;
  const { uid, name, percentage, type = 'ADDITIVE', scope = 'ORDER' } = input;
  if (!percentage) throw missing(`${field}.percentage`);
  if (!PERCENTAGE.test(percentage) || Number(percentage) > 100) {
    throw invalid('INVALID_VALUE', 'The percentage must be a decimal from 0 to 100.', `${field}.percentage`);
  }
  if (type !== 'ADDITIVE') throw notImplemented(`${type} taxes`);
  if (scope !== 'ORDER' && scope !== 'LINE_ITEM') {
    throw invalid('INVALID_ENUM_VALUE', `\`${scope}\` is not a valid scope.`, `${field}.scope`);
  }
  if (!name) throw missing(`${field}.name`);
  return { uid: uid ?? newUid(), name, percentage, type: 'ADDITIVE', scope, applied_money: usd(0) };
}

function readLine(input: LineInput, index: number, taxes: readonly OrderTax[]): OrderLine {
  const field = `order.line_items[${index}]`;
  const { item_type = 'ITEM', base_price_money: price, quantity, quantity_unit } = input;
  if (input.catalog_object_id !== undefined) throw notImplemented('catalog items');
  if (!input.name && item_type === 'ITEM') throw missing(`${field}.name`);
  if (!price) throw missing(`${field}.base_price_money`);
  if (price.currency !== 'USD') {
    throw invalid(
      'INVALID_VALUE',
      'The currency must be the location’s.',
      `${field}.base_price_money.currency`,
    );
  }
  if (price.amount < 0)
    throw invalid('VALUE_TOO_LOW', 'Must be 0 or more.', `${field}.base_price_money.amount`);
  checkQuantity(quantity, quantity_unit, `${field}.quantity`);
  const gross = usd(Number(roundedProduct(quantity, price.amount)));
  const applied_taxes = appliedTaxes(input, field, taxes);
  return {
    uid: input.uid ?? newUid(),
    ...(input.name ? { name: input.name } : {}),
    ...(input.note ? { note: input.note } : {}),
    quantity,
    ...(quantity_unit ? { quantity_unit } : {}),
    item_type,
    base_price_money: usd(price.amount),
    variation_total_price_money: gross,
    gross_sales_money: gross,
    ...(applied_taxes.length > 0 ? { applied_taxes } : {}),
    total_tax_money: usd(0),
    total_discount_money: usd(0),
    total_service_charge_money: usd(0),
    total_money: gross,
  };
}

/** A quantity without a unit must be an integer; a fraction needs a unit with enough decimals (default 3, at most 5). */
function checkQuantity(quantity: string, unit: Record<string, unknown> | undefined, field: string): void {
  const match = /^\d{1,6}(?:\.(\d{1,5}))?$/.exec(quantity);
  if (!match) throw invalid('INVALID_VALUE', `\`${quantity}\` is not a valid quantity.`, field);
  const decimals = (match[1] ?? '').length;
  const allowed = unit ? Number(unit.precision ?? 3) : 0;
  if (decimals > allowed) {
    throw invalid('INVALID_VALUE', `The quantity has more than ${allowed} decimals.`, field);
  }
}

/** ORDER taxes apply to every line, LINE_ITEM taxes only to lines that reference them. */
function appliedTaxes(input: LineInput, field: string, taxes: readonly OrderTax[]) {
  const named = (input.applied_taxes ?? []).map(({ uid, tax_uid }) => {
    if (!taxes.some((each) => each.uid === tax_uid)) {
      throw invalid(
        'INVALID_VALUE',
        `There is no tax \`${tax_uid}\` in the order.`,
        `${field}.applied_taxes`,
      );
    }
    return { uid: uid ?? newUid(), tax_uid, applied_money: usd(0) };
  });
  const orderTaxes = taxes
    .filter(({ uid, scope }) => scope === 'ORDER' && !named.some(({ tax_uid }) => tax_uid === uid))
    .map(({ uid }) => ({ uid: newUid(), tax_uid: uid, applied_money: usd(0) }));
  return [...named, ...orderTaxes];
}

/** A tax is calculated on the sum of its lines and rounded once, then distributed with the largest remainder method. */
function applyTax(rule: OrderTax, lines: readonly OrderLine[], roundTaxUp: boolean): OrderTax {
  const shares = lines.flatMap((line) =>
    (line.applied_taxes ?? [])
      .filter(({ tax_uid }) => tax_uid === rule.uid)
      .map((applied) => ({ applied, base: BigInt(netOf(line)) })),
  );
  const rate = scaled(rule.percentage, 5);
  const unit = 10n ** 7n;
  const base = shares.reduce((sum, each) => sum + each.base, 0n);
  const total = roundTaxUp ? (base * rate + unit - 1n) / unit : halfEven(base * rate, unit);
  const parts = shares.map(({ applied, base: each }) => {
    const exact = each * rate;
    return { applied, floor: exact / unit, remainder: exact % unit };
  });
  let left = total - parts.reduce((sum, { floor }) => sum + floor, 0n);
  for (const part of parts.toSorted((a, b) => Number(b.remainder - a.remainder))) {
    const extra = left > 0n ? 1n : 0n;
    left -= extra;
    part.applied.applied_money = usd(Number(part.floor + extra));
  }
  return { ...rule, applied_money: usd(Number(total)) };
}

const roundedProduct = (quantity: string, cents: number): bigint =>
  halfEven(scaled(quantity, 5) * BigInt(cents), 10n ** 5n);

/** A decimal string times ten to the power of `digits`, without rounding. */
function scaled(text: string, digits: number): bigint {
  const [integer = '0', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(digits, '0'));
}

/** Banker's rounding, which Square documents for taxes. */
function halfEven(dividend: bigint, divisor: bigint): bigint {
  const floor = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  if (twice === divisor) return floor % 2n === 0n ? floor : floor + 1n;
  return twice > divisor ? floor + 1n : floor;
}

export const sumOf = (moneys: readonly Money[]): number =>
  moneys.reduce((sum, { amount }) => sum + amount, 0);
