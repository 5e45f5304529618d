import { listClients } from '@ledgerline/contract/clients/endpoints';
import { NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { listFolders } from '@ledgerline/contract/folders/endpoints';
import type { SavedView } from '@ledgerline/contract/saved-views/endpoints';
import * as endpoints from '@ledgerline/contract/saved-views/endpoints';
import { listSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { LEDGER_VIEW_KEY } from '../clients/ledger-view-key.ts';
import { savedViewsQuery } from './use-saved-views.ts';

const filterBy = (value: string) => ({
  match: 'all' as const,
  rules: [{ field: 'current_health_plan_name', op: 'contains', values: [value] }],
});
const aView = (id: number, name: string, fields: Partial<SavedView> = {}): SavedView => ({
  id,
  list: 'clients',
  name,
  is_shared: true,
  state: { filter: JSON.stringify(filterBy(name)), sort: 'status', direction: 'desc' },
  columns: null,
  version: 1,
  agent: { id: 7, name: 'Ada Byron' },
  can_change: true,
  ...fields,
});

let server: FakeServer;
let listed: { data: SavedView[]; pinned: number[]; default_id: number | null; can_share: boolean };
beforeEach(() => {
  signInAs();
  listed = { data: [aView(3, 'Bronze'), aView(4, 'Gold')], pinned: [4], default_id: null, can_share: true };
  server = fakeServer()
    .reply(listClients, { success: true, data: [], total: 0, counts: NO_COUNTS })
    .reply(endpoints.listSavedViews, () => ({ success: true as const, ...listed }));
});

const requested = () => server.calls(listClients).map(({ query }) => query);
const tabs = async () => within(await screen.findByRole('group', { name: 'Views' }, { timeout: 20_000 }));
const openTab = async () =>
  (await tabs()).getAllByRole('button').find((tab) => tab.getAttribute('aria-current'))?.textContent;

test('a link to a view loads the list with its filter and order, and nothing else', async () => {
  const { router } = renderApp('/crm/clients?saved=3');
  await waitFor(async () => expect(await openTab()).toBe('Bronze'));
  expect(router.state.location.search).toMatchObject({
    saved: 3,
    filter: filterBy('Bronze'),
    sort: 'status',
  });
  expect(new Set(requested().map((query) => query.get('filter')))).toEqual(
    new Set([JSON.stringify(filterBy('Bronze'))]),
  );
  expect(screen.queryByRole('button', { name: 'Update View' })).toBeNull();
});

test('an update is rejected after a colleague’s change, and Discard shows the newer version', async () => {
  const { router, queryClient } = renderApp('/crm/clients?saved=3');
  await waitFor(async () => expect(await openTab()).toBe('Bronze'));
  await userEvent.click(screen.getByRole('button', { name: /^Lead/ }));
  const message = 'Ben changed this view in the meantime.';
  server.replyError(endpoints.updateSavedView, 'conflict', message);
  // The newer version has loaded, but the changes on screen are based on the older one.
  listed.data = [aView(3, 'Bronze II', { version: 2 }), aView(4, 'Gold')];
  await queryClient.invalidateQueries({ queryKey: ['saved-views'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Update View' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(server.calls(endpoints.updateSavedView)[0]?.body).toMatchObject({
    version: 1,
    state: { status: 'lead' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ filter: filterBy('Bronze II') }));
  expect(router.state.location.search).not.toHaveProperty('status', 'lead');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Update View' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Bronze II'));
});

test('a list without unsaved changes follows a colleague’s update of its view', async () => {
  const { router, queryClient } = renderApp('/crm/clients?saved=3');
  await waitFor(async () => expect(await openTab()).toBe('Bronze'));
  listed.data = [aView(3, 'Silver', { version: 2 })];
  await queryClient.invalidateQueries({ queryKey: ['saved-views'] });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ filter: filterBy('Silver') }));
  expect(screen.queryByRole('button', { name: 'Update View' })).toBeNull();
  listed.data = [];
  await queryClient.invalidateQueries({ queryKey: ['saved-views'] });
  expect(await screen.findByText('This view was deleted or is not shared with you.')).toBeTruthy();
});

test('the list opens with the default view, until all clients are chosen', async () => {
  listed.default_id = 4;
  const { router } = renderApp('/crm/clients');
  await waitFor(async () => expect(await openTab()).toBe('Gold'));
  await userEvent.click((await tabs()).getByRole('button', { name: 'All Clients' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ saved: 'all' }));
  expect(router.state.location.search).not.toHaveProperty('filter', filterBy('Gold'));
  expect(await openTab()).toBe('All Clients');
});

test('a default view that loads late replaces nothing that the agent chose meanwhile', async () => {
  listed.default_id = 4;
  const loading = Promise.withResolvers<void>();
  server.respond(endpoints.listSavedViews, async () => {
    await loading.promise;
    return Response.json({ success: true, ...listed });
  });
  const { router } = renderApp('/crm/clients');
  await tabs();
  await userEvent.click(await screen.findByRole('button', { name: /^Lead/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ status: 'lead' }));
  loading.resolve();
  expect(await (await tabs()).findByRole('button', { name: 'Gold' })).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ status: 'lead' });
  expect(router.state.location.search).not.toHaveProperty('saved');
  expect(await openTab()).toBe('All Clients');
});

test('the default view replaces what the ledger remembered', async () => {
  localStorage.setItem(LEDGER_VIEW_KEY, 'status=lead&direction=asc');
  listed = { ...listed, data: [aView(4, 'Gold', { list: 'ledger' })], default_id: 4 };
  const { router } = renderApp('/crm/ledger');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ saved: 4 }), { timeout: 20_000 });
  expect(router.state.location.search).toMatchObject({ filter: filterBy('Gold') });
});

test('a saved update stays on screen if the views cannot be loaded again', async () => {
  const { router, queryClient } = renderApp('/crm/clients?saved=3');
  await waitFor(async () => expect(await openTab()).toBe('Bronze'));
  await userEvent.click(screen.getByRole('button', { name: /^Lead/ }));
  const state = { ...aView(3, 'Bronze').state, status: 'lead' as const };
  server.reply(endpoints.updateSavedView, {
    success: true,
    data: aView(3, 'Bronze', { state, version: 2 }),
  });
  server.replyError(endpoints.listSavedViews, 'unavailable', 'Not available right now.');
  await userEvent.click(await screen.findByRole('button', { name: 'Update View' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Update View' })).toBeNull());
  await screen.findByText('View “Bronze” was updated.');
  expect(queryClient.getQueryData(savedViewsQuery('clients').queryKey)?.data[0]?.version).toBe(2);
  expect(router.state.location.search).toMatchObject({ status: 'lead' });
});

test('the filter and order on screen are saved as a view, also after a failed request', async () => {
  const { router } = renderApp('/crm/clients?status=lead');
  await userEvent.click(await screen.findByRole('button', { name: 'Save View' }, { timeout: 20_000 }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save View' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please enter a name for the view')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Name'), 'Leads');
  server.replyError(endpoints.createSavedView, 'unavailable', 'Not available right now.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Not available right now.', {}, { timeout: 20_000 })).toBeTruthy();
  const saved = aView(5, 'Leads', { is_shared: false, state: { status: 'lead' } });
  listed.data = [...listed.data, saved];
  server.reply(endpoints.createSavedView, { success: true, data: saved });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ saved: 5, status: 'lead' }));
  const sent = server.calls(endpoints.createSavedView);
  expect(sent.at(-1)?.body).toEqual({
    list: 'clients',
    name: 'Leads',
    is_shared: false,
    state: { status: 'lead' },
    columns: null,
  });
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(await openTab()).toBe('Leads');
});

test('a deleted view is restored with Undo, and from the list of deleted views', async () => {
  const all = listed.data;
  const deleted = {
    id: 3,
    list: 'clients' as const,
    name: 'Bronze',
    is_shared: true,
    deleted_at: '2026-11-25T12:00:00Z',
  };
  server
    .reply(endpoints.deleteSavedView, () => {
      listed.data = all.slice(1);
      return { success: true as const, data: deleted };
    })
    .reply(endpoints.listDeletedSavedViews, { success: true, data: [deleted] })
    .reply(endpoints.restoreSavedView, () => {
      listed.data = all;
      return { success: true as const, data: aView(3, 'Bronze') };
    });
  const { router } = renderApp('/crm/clients?saved=3');
  await waitFor(async () => expect(await openTab()).toBe('Bronze'));
  await userEvent.click(screen.getByRole('button', { name: 'Options for Bronze' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete View' }));
  await waitFor(async () => expect(await openTab()).toBe('All Clients'));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('View “Bronze” was restored.')).toBeTruthy();
  await userEvent.click((await screen.findAllByRole('button', { name: 'Views' }))[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deleted Views' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deleted views' }));
  server.replyError(endpoints.restoreSavedView, 'not_found', 'This view was deleted too long ago.');
  await userEvent.click(await dialog.findByRole('button', { name: 'Restore Bronze' }));
  expect(await screen.findByText('This view was deleted too long ago.')).toBeTruthy();
  server.reply(endpoints.restoreSavedView, { success: true, data: aView(3, 'Bronze') });
  await userEvent.click(dialog.getByRole('button', { name: 'Restore Bronze' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ saved: 3, filter: filterBy('Bronze') }),
  );
});

test('a view of the submissions opens their tab, whichever was open last', async () => {
  signInAs({ is_owner: true });
  localStorage.setItem('forms.view.7', 'folders');
  listed = {
    data: [aView(5, 'Signed', { list: 'submissions', state: { status: 'complete' } })],
    pinned: [],
    default_id: null,
    can_share: true,
  };
  server
    .reply(listTemplates, { success: true, forms: [] })
    .reply(listFolders, { success: true, data: [], folders: [] })
    .reply(listSubmissions, { success: true, data: [], total: 0 });
  const { router } = renderApp('/crm/forms?saved=5');
  await waitFor(async () => expect(await openTab()).toBe('Signed'));
  expect(router.state.location.search).toEqual({ saved: 5, view: 'submissions', status: 'complete' });
  await waitFor(() => expect(server.calls(listSubmissions).at(-1)?.query.get('category')).toBe('complete'));
});
