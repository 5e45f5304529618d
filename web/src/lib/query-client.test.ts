import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient, queryRetryDelayMs, shouldRetryQuery } from './query-client.ts';

describe('queries', () => {
  it('are stale after 5 minutes, cached for 10, and not refetched on window focus', () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      staleTime: 300_000,
      gcTime: 600_000,
      refetchOnWindowFocus: false,
    });
  });

  it.each([400, 404, 429, 500, undefined])(
    'do not repeat a request that ended with %s: the transport has retried it',
    (status) => {
      expect(shouldRetryQuery(0, new ApiError(new Error('x'), status, undefined))).toBe(false);
    },
  );

  it('retry other failures three times', () => {
    const failures = [0, 1, 2, 3].map((count) => shouldRetryQuery(count, new Error('x')));
    expect(failures).toEqual([true, true, true, false]);
  });

  it('wait longer each time, up to 30 s', () => {
    expect([0, 1, 2, 4, 5, 20].map(queryRetryDelayMs)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
  });
});

it('an action without a connection fails and is not queued', () => {
  expect(createQueryClient().getDefaultOptions().mutations).toEqual({ networkMode: 'always' });
});

it('drops data that no longer exists, and keeps data that could not be refetched', async () => {
  const client = createQueryClient();
  const answers: (string | Error)[] = [];
  const query = {
    queryKey: ['thing'],
    queryFn: () => {
      const next = answers.shift();
      if (typeof next === 'string') return next;
      throw next;
    },
    retry: false,
    staleTime: 0,
  };
  const request = async (answer: string | Error) => {
    answers.push(answer);
    await client.fetchQuery(query).catch(() => undefined);
    return client.getQueryData(['thing']);
  };
  expect(await request('seen')).toBe('seen');
  expect(await request(new ApiError(new Error('x'), 503, undefined))).toBe('seen');
  expect(await request(new ApiError(new Error('x'), 404, undefined))).toBeUndefined();
  expect(client.getQueryState(['thing'])?.status).toBe('error');
  client.clear();
});
