import { describe, expect, it } from 'vitest';
import { formatTyped } from './typed-answers.ts';

describe('an answer as typed', () => {
  it.each([
    ['date', '0531', '05/31'],
    ['date', '05311990', '05/31/1990'],
    ['date', '05/311990', '05/31/1990'],
    ['date', '1990-05-31', '05/31/1990'],
    ['date', '5/31/1990', '5/31/1990'],
    ['phone', '3055550123', '(305) 555-0123'],
    ['phone', '+55 11 91234 5678', '+55 11 91234 5678'],
    ['ssn', '123 45 6789', '123-45-6789'],
    ['ssn', '•••-••-6789', '•••-••-6789'],
    ['money', '$1234.5', '1,234.5'],
    ['zip', '331561234', '33156-1234'],
    ['routing', '0110 0001-5', '011000015'],
    ['account', '00123-456', '00123456'],
    ['text', ' 12 ', ' 12 '],
  ] as const)('of kind %s: %s becomes %s', (kind, typed, shown) => {
    expect(formatTyped(kind, typed)).toBe(shown);
  });
});
