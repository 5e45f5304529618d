import { describe, expect, it } from 'vitest';
import { todayHorizon, windowEnd } from './today.ts';

describe('an enrollment window', () => {
  const autumn = { from: '10-15', to: '12-07' };
  const overNewYear = { from: '11-01', to: '01-15' };
  it.each([
    ['the day before it opens', autumn, '2026-10-14', null],
    ['its first day', autumn, '2026-10-15', '2026-12-07'],
    ['its last day', autumn, '2026-12-07', '2026-12-07'],
    ['the day after it closed', autumn, '2026-12-08', null],
    ['the first day of one over New Year', overNewYear, '2026-11-01', '2027-01-15'],
    ['New Year', overNewYear, '2027-01-01', '2027-01-15'],
    ['the last day of one over New Year', overNewYear, '2027-01-15', '2027-01-15'],
    ['the day after that', overNewYear, '2027-01-16', null],
    ['the day before it opens again', overNewYear, '2027-10-31', null],
    ['the day after the only day of one', { from: '03-01', to: '03-01' }, '2026-03-02', null],
    ['the only day of one of a single day', { from: '03-01', to: '03-01' }, '2026-03-01', '2026-03-01'],
  ])('on %s', (_, window, today, end) => {
    expect(windowEnd(window, today)).toBe(end);
  });
});

it('looks ahead by full days, across months', () => {
  expect(todayHorizon('2026-11-25', 7)).toBe('2026-12-02');
  expect(todayHorizon('2026-11-25', 0)).toBe('2026-11-25');
});
