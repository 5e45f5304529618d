import { describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { claimAttempt } from './growing-delay.ts';

const t = useTestApp();
const START = new Date('2026-01-01T00:00:00Z').getTime();
const claim = (key: string, seconds: number) =>
  claimAttempt(t.current.deps.database, key, new Date(START + seconds * 1000));

describe('a growing delay', () => {
  it('allows ten attempts, then doubles the delay after each, up to five minutes', async () => {
    let now = 0;
    for (let n = 0; n < 10; n += 1) expect(await claim('a', now)).toBe(0);
    for (const delay of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      expect(await claim('a', now)).toBe(delay);
      expect(await claim('a', now + delay - 1)).toBe(1);
      now += delay;
      expect(await claim('a', now)).toBe(0);
    }
    expect(await claim('b', now)).toBe(0);
  });

  it('is not extended by rejected attempts, and is reset after a day', async () => {
    for (let n = 0; n < 12; n += 1) await claim('c', n < 11 ? n * 10 : 110);
    const wait = await claim('c', 111);
    for (let n = 0; n < 5; n += 1) await claim('c', 111);
    expect(await claim('c', 111)).toBe(wait);
    expect(await claim('c', 110 + 86_400)).toBe(0);
    expect(await claim('c', 110 + 86_400)).toBe(0);
  });

  it.each([299, 301, 13 * 3600])(
    'is no longer than five minutes where a clock was %i seconds ahead and has been put right',
    async (ahead) => {
      const key = `e${ahead}`;
      for (let n = 0; n < 12; n += 1) await claim(key, ahead + n * 60);
      expect(await claim(key, 0)).toBe(0);
      expect(await claim(key, 0)).toBeLessThanOrEqual(300);
    },
  );

  it('allows only one of several simultaneous attempts', async () => {
    for (let n = 0; n < 10; n += 1) await claim('d', 0);
    const waits = await Promise.all(Array.from({ length: 8 }, () => claim('d', 2)));
    expect(waits.filter((wait) => wait === 0).length).toBe(1);
  });
});
