import { describe, expect, it } from 'vitest';
import { createPatience, PATIENCE_MS, patienceLeftMs, withPatience } from './request-deadline.ts';

describe('how long somebody waits', () => {
  it('is told to whatever is done within, and jobs have all the time there is', async () => {
    expect(patienceLeftMs()).toBe(Number.POSITIVE_INFINITY);
    const left = await withPatience(performance.now() + 5000, async () => {
      await Promise.resolve();
      return patienceLeftMs();
    });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(5000);
    expect(patienceLeftMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it('stays within 30 seconds with the three repeats of the browser and its pauses', () => {
    expect(PATIENCE_MS + 1000 + 2000 + 4000).toBeLessThan(30_000);
  });
});

describe('the repeats of a write', () => {
  function patience() {
    const time = { now: 0 };
    return { time, ...createPatience(() => time.now) };
  }

  it('have what is left of the time of the first one, and a new try has its own', () => {
    const { time, until } = patience();
    const first = until('key');
    expect(first).toBe(PATIENCE_MS);
    for (const now of [1000, 3000, 7000]) {
      time.now = now;
      expect(until('key')).toBe(first);
    }
    time.now = 8000;
    expect(until('key')).toBe(8000 + PATIENCE_MS);
  });

  it('are none after an answer that the browser repeats nothing of', () => {
    const { time, until, forget } = patience();
    until('key');
    forget('key');
    time.now = 20_000;
    expect(until('key')).toBe(20_000 + PATIENCE_MS);
  });

  it('are those of the same key, and soon ones', () => {
    const { time, until } = patience();
    until('key');
    time.now = 1000;
    expect(until('other')).toBe(1000 + PATIENCE_MS);
    expect(until(null)).toBe(1000 + PATIENCE_MS);
    time.now = 60_000;
    expect(until('key')).toBe(60_000 + PATIENCE_MS);
  });
});
