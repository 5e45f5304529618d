import { describe, expect, it } from 'vitest';
import { formatMoney, formatPhone, formatSsn } from './typed-formats.ts';

describe('a phone number', () => {
  it.each([
    ['555', '555'],
    ['5551', '(555) 1'],
    ['(555) 1234', '(555) 123-4'],
    ['5551234567', '(555) 123-4567'],
    ['1-555-123-4567', '(555) 123-4567'],
    ['555.123.4567', '555.123.4567'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['555123456789', '555123456789'],
    ['call Ann', 'call Ann'],
    ['', ''],
  ])('%j becomes %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
  });
});

describe('a social security number', () => {
  it.each([
    ['123', '123'],
    ['1234', '123-4'],
    ['12345', '123-45'],
    ['123 45 6789', '123-45-6789'],
    ['012345678', '012-34-5678'],
    ['1234567890', '1234567890'],
    ['•••-••-6789', '•••-••-6789'],
  ])('%j becomes %j', (typed, shown) => {
    expect(formatSsn(typed)).toBe(shown);
  });
});

describe('an amount', () => {
  it.each([
    ['1234.5', '1,234.5'],
    ['$1,234,567.89', '1,234,567.89'],
    ['12.', '12.'],
    ['.5', '0.5'],
    ['007', '7'],
    ['1.234', '1.234'],
    ['abc', 'abc'],
    ['', ''],
  ])('%j becomes %j', (typed, shown) => {
    expect(formatMoney(typed)).toBe(shown);
  });
});
