import { expect, it } from 'vitest';
import { dateErrors } from './policy-values.ts';

const NOT_A_DATE = expect.stringMatching(/^Must be a date such as/);
const REVERSED = 'The end date is before the effective date';

it.each([
  [null, null, false, false],
  ['2026-01-01', null, false, false],
  [null, '2026-12-31', false, false],
  ['2026-01-01', '2026-01-01', false, false],
  ['2026-01-02', '2026-01-01', false, REVERSED],
  ['2026-02-30', '2026-01-01', NOT_A_DATE, false],
  ['soon', 'later', NOT_A_DATE, NOT_A_DATE],
])('the dates %s and %s have the errors %s and %s', (effective_date, end_date, start, end) => {
  expect(dateErrors({ effective_date, end_date })).toEqual({ effective_date: start, end_date: end });
});
