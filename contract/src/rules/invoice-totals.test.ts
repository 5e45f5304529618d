import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invoiceTotalError, invoiceTotals, lineTotalCents, recurringTotalError } from './invoice-totals.ts';

const quantity = fc.integer({ min: 1, max: 5_000_000 }).map((thousandths) => thousandths / 1000);
const price = fc.integer({ min: 1, max: 9_999_999 });
const lines = fc.array(fc.record({ quantity, unit_price_cents: price }), { minLength: 1, maxLength: 8 });
const tax_rate = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

const negated = (all: readonly { quantity: number; unit_price_cents: number }[]) =>
  all.map((line) => ({ ...line, unit_price_cents: -line.unit_price_cents }));

describe('a credit line', () => {
  it.each([
    [1, -2500, -2500],
    [2.5, -1000, -2500],
    [0.5, -101, -51],
    [0.333, -100, -33],
    [0.001, -1, 0],
    [1, 0, 0],
  ])('of %d at %d cents totals %d', (quantity, unit_price_cents, total) => {
    expect(lineTotalCents({ quantity, unit_price_cents })).toBe(total);
  });

  it('subtracts exactly what the same line adds, so that a full credit leaves zero', () => {
    fc.assert(
      fc.property(lines, tax_rate, (all, rate) => {
        const both = { lines: [...all, ...negated(all)], tax_rate: rate, is_tax_enabled: true };
        expect(invoiceTotals(both)).toEqual({ subtotal_cents: 0, tax_cents: 0, total_cents: 0 });
      }),
    );
  });

  it('is subtracted before the tax, in any order of the lines', () => {
    fc.assert(
      fc.property(lines, lines, tax_rate, (added, credits, rate) => {
        const sum = (all: typeof added) => all.reduce((cents, line) => cents + lineTotalCents(line), 0);
        const deductions = negated(credits);
        const totals = invoiceTotals({
          lines: [...deductions, ...added],
          tax_rate: rate,
          is_tax_enabled: true,
        });
        expect(totals.subtotal_cents).toBe(sum(added) - sum(credits));
        expect(totals.total_cents).toBe(totals.subtotal_cents + totals.tax_cents);
        expect(
          invoiceTotals({ lines: [...added, ...deductions], tax_rate: rate, is_tax_enabled: true }),
        ).toEqual(totals);
        expect(invoiceTotalError(totals.total_cents, deductions) === null).toBe(totals.total_cents >= 0);
      }),
    );
  });
});

describe('the validation of a total', () => {
  it.each([
    [1, [100], null],
    [0, [100], 'Invoice amount is required and must be greater than zero'],
    [0, [], 'Invoice amount is required and must be greater than zero'],
    [0, [100, -100], null],
    [
      -500,
      [100, -600],
      'The credits and discounts are more than the other lines: the total would be -$5.00, and it must not be below zero. Lower a credit or add a line.',
    ],
  ])('of %d cents, from lines at %j, returns %j', (cents, prices, message) => {
    const all = prices.map((unit_price_cents) => ({ unit_price_cents }));
    expect(invoiceTotalError(cents, all)).toBe(message);
  });

  it.each([
    [true, 0, false],
    [true, 1, true],
    [false, 0, true],
  ])('recurring %s, of %d cents, may be saved: %s', (is_recurring, total_cents, isAllowed) => {
    expect(recurringTotalError({ is_recurring, total_cents }) === null).toBe(isAllowed);
  });
});
