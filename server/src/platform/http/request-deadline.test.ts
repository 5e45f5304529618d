import { describe, expect, it } from 'vitest';
import {
  createRequestDeadlines,
  deadlineLeftMs,
  REQUEST_DEADLINE_MS,
  withDeadline,
} from './request-deadline.ts';

describe('how long somebody waits', () => {
  it('is told to whatever is done within, and jobs have all the time there is', async () => {
    expect(deadlineLeftMs()).toBe(Number.POSITIVE_INFINITY);
    const left = await withDeadline(performance.now() + 5000, async () => {
      await Promise.resolve();
      return deadlineLeftMs();
    });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(5000);
    expect(deadlineLeftMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it('stays within 30 seconds with the three repeats of the browser and its pauses', () => {
    expect(REQUEST_DEADLINE_MS + 1000 + 2000 + 4000).toBeLessThan(30_000);
  });
});

describe('the repeats of a write', () => {
  function deadlines() {
    const time = { now: 0 };
    return { time, ...createRequestDeadlines(() => time.now) };
  }

  it('have what is left of the time of the first one, and a new try has its own', () => {
    const { time, until } = deadlines();
    const first = until('key');
    expect(first).toBe(REQUEST_DEADLINE_MS);
    for (const now of [1000, 3000, 7000]) {
      time.now = now;
      expect(until('key')).toBe(first);
    }
    time.now = 8000;
    expect(until('key')).toBe(8000 + REQUEST_DEADLINE_MS);
  });

  it('are none after an answer that the browser repeats nothing of', () => {
    const { time, until, forget } = deadlines();
    until('key');
    forget('key');
    time.now = 20_000;
    expect(until('key')).toBe(20_000 + REQUEST_DEADLINE_MS);
  });

  it('are those of the same key, and soon ones', () => {
    const { time, until } = deadlines();
    until('key');
    time.now = 1000;
    expect(until('other')).toBe(1000 + REQUEST_DEADLINE_MS);
    expect(until(null)).toBe(1000 + REQUEST_DEADLINE_MS);
    time.now = 60_000;
    expect(until('key')).toBe(60_000 + REQUEST_DEADLINE_MS);
  });
});
