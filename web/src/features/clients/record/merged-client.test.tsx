import { getClient } from '@ledgerline/contract/clients/endpoints';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { answer, callsOf, resetApi } from '../testing/client-server.ts';
import { aClient } from '../testing/clients.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ClientDetail } from './client-detail.tsx';

/** Whether client 1 is merged into client 2. */
let isMerged: boolean;
let queryClient: QueryClient;
let shown: MockInstance<typeof notifications.show>;
beforeEach(() => {
  resetApi();
  shown = vi.spyOn(notifications, 'show');
  shown.mockClear();
  answer(getClient).with(({ params }) => {
    const isFirst = Number(params?.id) === 1 && !isMerged;
    return { success: true, data: aClient(isFirst ? 1 : 2, isFirst ? {} : { client_first_name: 'Ana' }) };
  });
});

function Page() {
  queryClient = useQueryClient();
  const { clientId } = useParams({ strict: false });
  return <ClientDetail clientId={Number(clientId)} work={[]} />;
}

test('the page of a merged client opens the other one, until the merge is undone', async () => {
  isMerged = true;
  const { router } = await renderScreen(() => <Page />, '/crm/clients/1');
  await screen.findByRole('heading', { name: 'Ana Alvarez' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/2'));
  expect(callsOf(getClient).map(({ params }) => Number(params?.id))).toEqual([1]);
  expect(shown).not.toHaveBeenCalled();
  await waitFor(() => expect(queryClient.getQueryData(['client', 1])).toBeUndefined());

  isMerged = false;
  await act(() => router.navigate({ to: '/crm/clients/1' as never }));
  await screen.findByRole('heading', { name: 'Maria Alvarez' });
  expect(router.state.location.pathname).toBe('/crm/clients/1');
});

test('cached data from before the undo does not open the other client', async () => {
  isMerged = false;
  const { router } = await renderScreen(() => <Page />, '/crm/clients/2');
  await screen.findByRole('heading', { name: 'Ana Alvarez' });
  queryClient.setQueryData(['client', 1], aClient(2));
  await queryClient.invalidateQueries({ queryKey: ['client', 1] });
  await act(() => router.navigate({ to: '/crm/clients/1' as never }));
  await screen.findByRole('heading', { name: 'Maria Alvarez' });
  expect(router.state.location.pathname).toBe('/crm/clients/1');
});

test('after a merge by a colleague, a message says that unsaved changes were lost', async () => {
  isMerged = false;
  const { router } = await renderScreen(() => <Page />, '/crm/clients/1');
  await screen.findByRole('heading', { name: 'Maria Alvarez' });
  await userEvent.click(screen.getAllByRole('button', { name: /^(Add|Edit): / })[0] as HTMLElement);
  await screen.findByRole('dialog');
  isMerged = true;
  await act(() => queryClient.invalidateQueries({ queryKey: ['client', 1] }));
  await screen.findByRole('heading', { name: 'Ana Alvarez' });
  expect(router.state.location.pathname).toBe('/crm/clients/2');
  expect(shown.mock.calls.map(([{ message }]) => message)).toEqual([
    'This client was merged into Ana Alvarez, whose page is open now. Any unsaved changes were lost.',
  ]);
});
