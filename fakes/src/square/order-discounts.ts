import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type OrderDiscount, type OrderLine, usd } from './square-books.ts';
import { invalid, missing, notImplemented } from './square-error.ts';

export const discountInput = z.looseObject({
  uid: z.string().nullish(),
  name: z.string().max(255, 'Field is too long.').nullish(),
  type: z.string().nullish(),
  amount_money: z.looseObject({ amount: z.number().int(), currency: z.string() }).nullish(),
  scope: z.string().nullish(),
});
type DiscountInput = z.infer<typeof discountInput>;

/** The amount of a line after discounts: the base for taxes. */
export const netOf = (line: OrderLine): number =>
  line.gross_sales_money.amount - line.total_discount_money.amount;

/**
 * Fixed amounts off the entire order, applied before taxes and never below zero. Each is distributed over the lines in
 * proportion to their amounts, with the largest remainder method.
 */
export function applyDiscounts(
  inputs: readonly DiscountInput[],
  lines: readonly OrderLine[],
): OrderDiscount[] {
  const discounts = inputs.map(readDiscount);
  if (new Set(discounts.map(({ uid }) => uid)).size < discounts.length) {
    throw invalid('INVALID_VALUE', 'Discount uids must be unique.', 'order.discounts');
  }
  for (const discount of discounts) {
    const left = lines.reduce((sum, line) => sum + netOf(line), 0);
    discount.applied_money = usd(Math.min(discount.amount_money.amount, left));
    share(discount, lines, left);
  }
  return discounts;
}

function readDiscount(input: DiscountInput, index: number): OrderDiscount {
  const field = `order.discounts[${index}]`;
  const { uid, name, type, amount_money, scope = 'ORDER' } = input;
  if (input.catalog_object_id !== undefined) throw notImplemented('catalog discounts');
  if (type !== 'FIXED_AMOUNT') throw notImplemented(`${type} discounts`);
  if (scope !== 'ORDER') throw notImplemented(`discounts of scope ${scope}`);
  if (!name) throw missing(`${field}.name`);
  if (!amount_money) throw missing(`${field}.amount_money`);
  if (amount_money.amount <= 0) {
    throw invalid('VALUE_TOO_LOW', 'Must be more than 0.', `${field}.amount_money.amount`);
  }
  return {
    uid: uid ?? randomBytes(11).toString('base64url'),
    name,
    type,
    scope,
    amount_money: usd(amount_money.amount),
    applied_money: usd(0),
  };
}

function share({ uid, applied_money }: OrderDiscount, lines: readonly OrderLine[], left: number): void {
  const parts = lines
    .filter((line) => netOf(line) > 0)
    .map((line) => {
      const exact = BigInt(applied_money.amount) * BigInt(netOf(line));
      return { line, cents: Number(exact / BigInt(left)), remainder: exact % BigInt(left) };
    });
  let missingCents = applied_money.amount - parts.reduce((sum, { cents }) => sum + cents, 0);
  for (const { line, cents } of parts.toSorted((a, b) => Number(b.remainder - a.remainder))) {
    const extra = missingCents > 0 ? 1 : 0;
    missingCents -= extra;
    line.total_discount_money = usd(line.total_discount_money.amount + cents + extra);
    line.applied_discounts = [
      ...(line.applied_discounts ?? []),
      {
        uid: randomBytes(11).toString('base64url'),
        discount_uid: uid,
        applied_money: usd(cents + extra),
      },
    ];
  }
}
