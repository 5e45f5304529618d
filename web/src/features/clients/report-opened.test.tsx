import { READ_HEADER } from '@ledgerline/contract/audit-policy';
import { getClient, recordClientOpened } from '@ledgerline/contract/clients/endpoints';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { fakeServer } from '../../testing/render-app.tsx';
import { useClient, useReportOpened } from './api.ts';
import { prefetchClient } from './prefetch.ts';

function Page() {
  useReportOpened(7);
  return <>{useClient(7).data?.client_last_name}</>;
}

function start() {
  const server = fakeServer()
    .reply(getClient, { success: true, data: { id: 7, client_last_name: 'Marin' } as never })
    .reply(recordClientOpened, { success: true });
  const queryClient = createQueryClient();
  const open = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>,
    );
  const marks = () => server.calls(getClient).map(({ headers }) => headers.get(READ_HEADER));
  return { server, queryClient, open, marks };
}

describe('opening a client', () => {
  it('is recorded by the request itself when the client is not cached', async () => {
    const { server, open, marks } = start();
    open();
    await waitFor(() => expect(marks()).toEqual([null]));
    expect(server.calls(recordClientOpened)).toHaveLength(0);
  });

  it('refetches for the next signed-in agent after a hover prefetch', async () => {
    const { server, queryClient, open, marks } = start();
    prefetchClient(queryClient, 7, true);
    await waitFor(() => expect(marks()).toEqual(['ahead']));
    queryClient.clear();
    open();
    await waitFor(() => expect(marks()).toEqual(['ahead', null]));
    expect(server.calls(recordClientOpened)).toHaveLength(0);
  });

  it('is recorded by a separate request after a hover prefetch', async () => {
    const { server, queryClient, open, marks } = start();
    prefetchClient(queryClient, 7, true);
    open();
    await waitFor(() => expect(server.calls(recordClientOpened)).toHaveLength(1));
    expect(marks()).toEqual(['ahead']);
  });

  it('is recorded by navigation, which prefetches without hovering', async () => {
    const { server, queryClient, open, marks } = start();
    prefetchClient(queryClient, 7, false);
    open();
    await waitFor(() => expect(marks()).toEqual([null]));
    expect(server.calls(recordClientOpened)).toHaveLength(0);
  });
});
