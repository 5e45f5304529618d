import { expect, it } from 'vitest';
import { todayHorizon } from './today.ts';

it('looks ahead by full days, across months', () => {
  expect(todayHorizon('2026-11-25', 7)).toBe('2026-12-02');
  expect(todayHorizon('2026-11-25', 0)).toBe('2026-11-25');
});
