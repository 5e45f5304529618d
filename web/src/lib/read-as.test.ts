import { READ_HEADER } from '@ledgerline/contract/audit-policy';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { PREFETCH, readAs } from './api.ts';

async function requestHeaders({ isPrefetch = false, again = false }) {
  const client = new QueryClient();
  const headers: unknown[] = [];
  const options = {
    queryKey: ['client', 7],
    queryFn: (context: Parameters<typeof readAs>[0]) => {
      headers.push(readAs(context).headers);
      return 'Ana';
    },
    ...(isPrefetch ? { meta: PREFETCH } : {}),
  };
  await client.fetchQuery(options);
  if (again) await client.refetchQueries({ queryKey: ['client', 7] });
  return headers;
}

describe('how data is requested', () => {
  it('counts as opened by default', async () => {
    expect(await requestHeaders({})).toEqual([undefined]);
  });

  it('marks a prefetch on hover, and a refetch of data on screen', async () => {
    expect(await requestHeaders({ isPrefetch: true })).toEqual([{ [READ_HEADER]: 'ahead' }]);
    expect(await requestHeaders({ again: true })).toEqual([undefined, { [READ_HEADER]: 'again' }]);
  });
});
