import { describe, expect, it } from 'vitest';
import { formatEntered, formatTyped } from './typed-answers.ts';

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

describe('a complete answer', () => {
  it.each([
    ['date', 'December 2, 1980', '12/02/1980'],
    ['date', '2 de diciembre de 1980', '12/02/1980'],
    ['date', '2 de dezembro de 1980', '12/02/1980'],
    ['date', '19801202', '12/02/1980'],
    ['date', '5/6/80', '05/06/1980'],
    ['date', '5/6/31', '05/06/1931'],
    ['date', 'February 30, 1980', 'February 30, 1980'],
    ['phone', '3055550123', '(305) 555-0123'],
    ['text', 'May 3, 1980', 'May 3, 1980'],
  ] as const)('of kind %s: %s becomes %s', (kind, entered, shown) => {
    expect(formatEntered(kind, entered, '2026-11-26')).toBe(shown);
  });
});
