import { expect, it } from 'vitest';
import { jsonOf, withoutPeople } from './json-text.ts';

it.each([
  [
    "Expected email_address to be valid (was 'zoe@example.com')",
    'Expected email_address to be valid (was …)',
  ],
  ['No customer with zoe@example.com here', 'No customer with … here'],
  ['Invalid phone +1 (212) 555-0100.', 'Invalid phone ….'],
  ['Field must not be longer than 255', 'Field must not be longer than 255'],
])('logs %s as %s', (text, shown) => {
  expect(withoutPeople(text)).toBe(shown);
});

it.each([
  ['{"a":1}', { a: 1 }],
  ['<html>', undefined],
  ['', undefined],
])('parses %s as %j', (text, value) => {
  expect(jsonOf(Buffer.from(text))).toEqual(value);
});
