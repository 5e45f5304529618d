import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { poll } from './poll.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(wantsMore: (result: number, isLast: boolean) => boolean) {
  const received: [number, boolean][] = [];
  const end = poll({
    tries: 3,
    pauseMs: 100,
    request: async (count) => count,
    receive(result, isLast) {
      received.push([result, isLast]);
      return wantsMore(result, isLast);
    },
  });
  return { received, end };
}

test('requests until no tries are left', async () => {
  const { received } = start(() => true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(received).toEqual([
    [0, false],
    [1, false],
    [2, true],
  ]);
});

test('stops at a final result', async () => {
  const { received } = start((result) => result < 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(received.map(([result]) => result)).toEqual([0, 1]);
});

test('receives nothing after it was ended, not even from a request in flight', async () => {
  const { received, end } = start(() => true);
  end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(received).toEqual([]);
});
