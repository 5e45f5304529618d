import { describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { clearLimit, consumeRateLimit, countUpTo, hitsOf, networkOf } from './rate-limit.ts';

const t = useTestApp();
const LIMIT = { max: 3, seconds: 60 };
const START = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

describe('a rate limit', () => {
  const consume = (key: string, now: Date) => consumeRateLimit(t.current.deps.database, key, LIMIT, now);

  it('allows the maximum, then reports how long to wait, and opens again', async () => {
    for (let n = 0; n < 3; n++) await consume('a', after(n));
    await expect(consume('a', after(10))).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: 50 },
    });
    await consume('b', after(10));
    await consume('a', after(60));
  });

  it('counts simultaneous calls one by one', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => consume('c', START)));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(3);
  });

  it('locks no one out for longer because a clock was ahead and has been corrected', async () => {
    for (let n = 0; n < 4; n++) await consume('e', after(13 * 3600)).catch(() => undefined);
    for (let n = 0; n < 3; n++) await consume('e', START);
    await expect(consume('e', START)).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } });
  });

  it("continues counting if another server's clock is slightly ahead", async () => {
    for (let n = 0; n < 3; n++) await consume('f', after(2));
    await expect(consume('f', START)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('is reset when cleared', async () => {
    for (let n = 0; n < 3; n++) await consume('d', START);
    await clearLimit(t.current.deps.database, 'd');
    await consume('d', START);
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('of %j is %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('a count without a window', () => {
  it('stops at the maximum', async () => {
    const { database } = t.current.deps;
    const counts: (number | null)[] = [];
    for (let n = 0; n < 3; n++) counts.push(await countUpTo(database, 'reveals:today', 2, START));
    expect(counts).toEqual([1, 2, null]);
    expect(await hitsOf(database, ['reveals:other', 'reveals:today'])).toEqual([0, 2]);
  });
});
