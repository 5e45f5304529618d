import { describe, expect, it } from 'vitest';
import {
  createRequestDeadlines,
  deadlineLeftMs,
  REQUEST_DEADLINE_MS,
  withDeadline,
} from './request-deadline.ts';

describe('the request deadline', () => {
  it('applies to all work of the request, and jobs have none', async () => {
    expect(deadlineLeftMs()).toBe(Number.POSITIVE_INFINITY);
    const left = await withDeadline(performance.now() + 5000, async () => {
      await Promise.resolve();
      return deadlineLeftMs();
    });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(5000);
    expect(deadlineLeftMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it("stays within 30 seconds including the browser's three repeats and their pauses", () => {
    expect(REQUEST_DEADLINE_MS + 1000 + 2000 + 4000).toBeLessThan(30_000);
  });
});

describe('repeats of a write', () => {
  function deadlines() {
    const time = { now: 0 };
    return { time, ...createRequestDeadlines(() => time.now) };
  }

  it("share the first call's remaining time, and a new attempt gets its own", () => {
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

  it('are not expected after a response that the browser does not repeat', () => {
    const { time, until, forget } = deadlines();
    until('key');
    forget('key');
    time.now = 20_000;
    expect(until('key')).toBe(20_000 + REQUEST_DEADLINE_MS);
  });

  it('have the same key and come soon after', () => {
    const { time, until } = deadlines();
    until('key');
    time.now = 1000;
    expect(until('other')).toBe(1000 + REQUEST_DEADLINE_MS);
    expect(until(null)).toBe(1000 + REQUEST_DEADLINE_MS);
    time.now = 60_000;
    expect(until('key')).toBe(60_000 + REQUEST_DEADLINE_MS);
  });
});
