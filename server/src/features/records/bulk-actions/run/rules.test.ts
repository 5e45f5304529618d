import { expect, it } from 'vitest';
import { MAX_WAIT_MS, secondsToNextAttempt } from './rules.ts';

it.each([
  [0, 15],
  [15_000, 15],
  [30_000, 30],
  [299_000, 299],
  [301_000, 300],
  [MAX_WAIT_MS - 1, 300],
  [MAX_WAIT_MS, null],
])('after %i ms without a provider, the next attempt is in %j seconds', (waited, seconds) => {
  expect(secondsToNextAttempt(new Date(0), new Date(waited))).toBe(seconds);
});
