import { describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { clearLimit, takeFromLimit } from './rate-limit.ts';

const t = useTestApp();
const LIMIT = { max: 3, seconds: 60 };
const START = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

describe('a rate limit', () => {
  const take = (key: string, now: Date) => takeFromLimit(t.current.deps.database, key, LIMIT, now);

  it('lets so many through, then says how long to wait, and opens again', async () => {
    for (let n = 0; n < 3; n++) await take('a', after(n));
    await expect(take('a', after(10))).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: 50 },
    });
    await take('b', after(10));
    await take('a', after(60));
  });

  it('counts calls at the same time one by one', async () => {
    const taken = await Promise.allSettled(Array.from({ length: 10 }, () => take('c', START)));
    expect(taken.filter(({ status }) => status === 'fulfilled').length).toBe(3);
  });

  it('is forgotten when cleared', async () => {
    for (let n = 0; n < 3; n++) await take('d', START);
    await clearLimit(t.current.deps.database, 'd');
    await take('d', START);
  });
});
