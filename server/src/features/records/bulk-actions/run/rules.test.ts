import { expect, it } from 'vitest';
import { MAX_WAIT_MS, secondsToNextAttempt, waitingSince } from './rules.ts';

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

it.each([
  [null, 0, 900],
  [100, 300, 100],
  [100, 600, 100],
  [100, 601, 900],
])(
  'an action that waits since second %j, and last tried %i seconds ago, waits since %i',
  (since, ago, expected) => {
    const at = (seconds: number) => new Date(seconds * 1000);
    const row = { waiting_since: since === null ? null : at(since), progressed_at: at(900 - ago) };
    expect(waitingSince(row, at(900))).toEqual(at(expected));
  },
);
