import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideHalfUp, parseDecimal } from './decimal.ts';
import {
  centsToDollars,
  dollarsToCents,
  moneyDisplay,
  parseMoneyCents,
  parseSignedMoneyCents,
} from './money.ts';

describe('parseMoneyCents', () => {
  it.each([
    ['$1,234.50', 123_450],
    ['12.5', 1250],
    ['12', 1200],
    ['.5', 50],
    ['5.', 500],
    [' $ 0.07 ', 7],
    ['1234567.89', 123_456_789],
    ['(12.50)', null],
    ['-5', null],
    ['12.345', null],
    ['1.2.3', null],
    ['12,34', null],
    ['1,2345', null],
    ['1e3', null],
    ['abc', null],
    ['$', null],
    ['.', null],
    ['', null],
    [null, null],
    ['99999999999999999', null],
  ])('%s is %s', (text, cents) => {
    expect(parseMoneyCents(text)).toBe(cents);
  });

  it('parses what moneyDisplay shows', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999_999), (cents) => {
        expect(parseMoneyCents(moneyDisplay(cents))).toBe(cents);
      }),
    );
  });
});

describe('parseSignedMoneyCents', () => {
  it.each([
    ['-25', -2500],
    [' - $1,234.50', -123_450],
    ['−0.07', -7],
    ['12.5', 1250],
    ['--5', null],
    ['5-', null],
    ['-', null],
    ['', null],
    ['-0', 0],
  ])('%s is %s', (text, cents) => {
    expect(parseSignedMoneyCents(text)).toBe(cents);
  });
});

describe('dollars and cents', () => {
  it.each([
    [1.005, 101],
    [0.1 + 0.2, 30],
    ['999999.99', 99_999_999],
    [-2.5, -250],
    [1e-7, 0],
    [0, 0],
  ])('%s dollars are %i cents', (dollars, cents) => {
    expect(dollarsToCents(dollars)).toBe(cents);
  });

  it('rejects what is not a number', () => {
    for (const dollars of ['', 'abc', Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => dollarsToCents(dollars)).toThrow(RangeError);
    }
  });

  it('preserves every amount in both directions, with at most two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
        const dollars = centsToDollars(cents);
        expect(dollarsToCents(dollars)).toBe(cents === 0 ? 0 : cents);
        expect(String(dollars)).toMatch(/^-?\d+(\.\d{1,2})?$/);
      }),
    );
  });
});

describe('exact decimals', () => {
  it('parses plain and scientific numbers, and nothing else', () => {
    expect(parseDecimal('12.340')).toEqual({ units: 12_340n, scale: 3 });
    expect(parseDecimal(1e21)).toEqual({ units: 10n ** 21n, scale: 0 });
    expect(parseDecimal('-1.5e-2')).toEqual({ units: -15n, scale: 3 });
    for (const text of ['', '.', '1,5', '0x10', '1'.repeat(61)]) expect(parseDecimal(text)).toBeNull();
  });

  it.each([
    [1n, 2n, 1n],
    [-1n, 2n, 0n],
    [-3n, 2n, -1n],
    [-5n, 3n, -2n],
    [7n, 3n, 2n],
  ])('%s / %s is %s', (a, b, quotient) => {
    expect(divideHalfUp(a, b)).toBe(quotient);
  });
});
