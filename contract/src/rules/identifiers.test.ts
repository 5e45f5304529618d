import { describe, expect, it } from 'vitest';
import { type Identifier, isCardNumber, isRoutingNumber, readIdentifier } from './identifiers.ts';

it.each([
  ['011000015', true],
  ['0110 0001-5', true],
  ['063100277', true],
  ['063100278', false],
  ['11000015', false],
  ['000000000', false],
  ['0110000150', false],
  ['01100001O', false],
  ['', false],
])('%j is a routing number: %s', (text, isOne) => {
  expect(isRoutingNumber(text)).toBe(isOne);
});

it.each([
  ['4111 1111 1111 1111', true],
  ['378282246310005', true],
  ['4111111111111110', false],
  ['0000000000000000', false],
  ['42', false],
])('%j is a card number: %s', (text, isOne) => {
  expect(isCardNumber(text)).toBe(isOne);
});

describe('a number that may have been damaged', () => {
  it.each<[Identifier, string, string]>([
    ['ssn', '123-45-6789', '123-45-6789'],
    ['ein', '12-3456789', '12-3456789'],
    ['routing', '063100277', '063100277'],
    ['card', '4111111111111111', '4111111111111111'],
  ])('%s %j is complete', (kind, text, value) => {
    expect(readIdentifier(kind, text)).toEqual({ state: 'complete', text: value });
  });

  it.each<[Identifier, string, string]>([
    ['ssn', '12345678', '012345678'],
    ['ssn', '12-34-5678', '012-34-5678'],
    ['ein', '12345678', '012345678'],
    ['ein', '1-2345678', '01-2345678'],
    ['routing', '63100277', '063100277'],
  ])('%s %j gets its leading zero restored', (kind, text, value) => {
    expect(readIdentifier(kind, text)).toEqual({ state: 'completed', text: value });
  });

  const CHECK_DIGIT = 'fails the check-digit test, so at least one digit is wrong';
  it.each<[Identifier, string, string]>([
    ['ssn', '1', 'has 1 digit instead of 9'],
    ['ssn', '1234567', 'has 7 digits instead of 9'],
    ['ein', '1234567', 'has 7 digits instead of 9'],
    ['ssn', '123-45-678', 'has 8 digits instead of 9'],
    ['ein', '12-345678', 'has 8 digits instead of 9'],
    ['routing', '63100278', 'has 8 digits instead of 9'],
    ['routing', '1100277', 'has 7 digits instead of 9'],
    ['routing', '063100270', CHECK_DIGIT],
    ['routing', '000000000', CHECK_DIGIT],
  ])('%s %j can be confirmed: it %s', (kind, text, problem) => {
    expect(readIdentifier(kind, text)).toEqual({ state: 'damaged', problem });
  });

  const CARD =
    'is not a valid card number. Enter all digits as printed on the card; spreadsheets round long numbers';
  it.each<[Identifier, string, string]>([
    ['ssn', '1234567890', 'has 10 digits instead of 9'],
    ['ein', '12-34567890', 'has 10 digits instead of 9'],
    ['routing', '0631002770', 'has 10 digits instead of 9'],
    ['card', '4111111111111110', CARD],
    ['card', '4111', CARD],
  ])('%s %j is invalid: it %s', (kind, text, problem) => {
    expect(readIdentifier(kind, text)).toEqual({ state: 'invalid', problem });
  });
});
