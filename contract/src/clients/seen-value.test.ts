import { expect, test } from 'vitest';
import { seenValue } from './seen-value.ts';

test('the print of a value is eight hexadecimal digits and always the same', () => {
  expect(seenValue('Miami')).toMatch(/^[0-9a-f]{8}$/);
  expect(seenValue('Miami')).toBe(seenValue('Miami'));
});

test('values that differ by one character have different prints', () => {
  expect(seenValue('Miami')).not.toBe(seenValue('Miamy'));
  expect(seenValue(12.5)).not.toBe(seenValue(12.51));
});

test('null and the empty text are the same value', () => {
  expect(seenValue(null)).toBe(seenValue(''));
});

test('any Unicode text has a print', () => {
  expect(seenValue('•••-••-6789')).toMatch(/^[0-9a-f]{8}$/);
});
