import { expect, it } from 'vitest';
import { scheduleSentence } from './schedule-sentence.ts';

const PLAN = {
  is_new: true,
  total_cents: 26_750,
  due: null,
  frequency: 'YEARLY',
  frequency_interval: 1,
  end_date: null,
  total_payments: null,
  next: '2027-11-22',
} as const;

it.each([
  [{}, '$267.50 now, then every year until cancelled; next invoice on Nov 22, 2027'],
  [
    { frequency: 'MONTHLY', frequency_interval: 2, next: '2027-01-22' },
    '$267.50 now, then every 2 months until cancelled; next invoice on Jan 22, 2027',
  ],
  [
    { total_payments: 12 },
    '$267.50 now, then every year until 12 payments in total; next invoice on Nov 22, 2027',
  ],
  [
    { frequency: 'DAILY', end_date: '2028-01-05' },
    '$267.50 now, then every day until Jan 5, 2028; next invoice on Nov 22, 2027',
  ],
  [
    { frequency: 'QUARTERLY', end_date: '2028-01-05', total_payments: 3 },
    '$267.50 now, then every quarter until Jan 5, 2028 or 3 payments in total; next invoice on Nov 22, 2027',
  ],
  [
    { due: '2026-12-01', next: '2027-12-01' },
    '$267.50 due Dec 1, 2026, then every year until cancelled; next invoice on Dec 1, 2027',
  ],
  [{ is_new: false }, '$267.50, then every year until cancelled; next invoice on Nov 22, 2027'],
  [
    { is_new: false, due: '2026-12-01', next: '2027-12-01' },
    '$267.50 due Dec 1, 2026, then every year until cancelled; next invoice on Dec 1, 2027',
  ],
  [{ total_payments: 1, next: null }, '$267.50 now, with no further payments'],
] as const)('describes the schedule of %j in one sentence', (changes, sentence) => {
  expect(scheduleSentence({ ...PLAN, ...changes })).toBe(sentence);
});
