import { expect, it } from 'vitest';
import { percentOf } from './percent.ts';

it.each([
  [0, 0, 0],
  [0, 8, 0],
  [1, 3, 33],
  [999, 1000, 99],
  [1000, 1000, 100],
])('%i of %i is %i percent', (done, total, percent) => {
  expect(percentOf(done, total)).toBe(percent);
});
