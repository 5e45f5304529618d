import { expect, it } from 'vitest';
import { withDeadline } from '#platform/http/request-deadline.ts';
import { createGate } from './square-client.ts';

it('runs a limited number at once and the others in order of arrival', async () => {
  const atMost = createGate(2);
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      atMost(async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        done.push(n);
      }),
    ),
  );
  expect([most, done]).toEqual([2, [1, 2, 3, 4, 5]]);
});

it('removes a caller from the queue at its deadline, without affecting those behind it', async () => {
  const atMost = createGate(1);
  const busy = Promise.withResolvers<void>();
  const first = atMost(() => busy.promise);
  const expired = withDeadline(performance.now() + 20, () => atMost(async () => 'too late'));
  const queued = atMost(async () => 'in time');
  await expect(expired).rejects.toThrow('other calls took too long');
  busy.resolve();
  await first;
  expect(await queued).toBe('in time');
  expect(await atMost(async () => 'free')).toBe('free');
});
