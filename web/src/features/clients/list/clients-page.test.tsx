import { listClients } from '@ledgerline/contract/clients/endpoints';
import { NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aClientRow } from '../../../testing/client-row.ts';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ClientsPage } from './clients-page.tsx';
import { NoClients } from './no-clients.tsx';

const COUNTS = { ...NO_COUNTS, all: 40, new: 10, client: 18, lead: 9, inactive: 3 };

function answerList(total = 40) {
  answer(listClients).with(() => ({
    success: true,
    data: [
      aClientRow(1, { primary_phone: '13055551000', next_f_u_date: '2020-01-01' }),
      aClientRow(2, { client_first_name: 'John', status: 'lead' }),
    ],
    total,
    counts: COUNTS,
  }));
}

beforeEach(resetApi);
afterEach(() => vi.useRealTimers());

describe('the client list', () => {
  test('shows rows with counts per status, formatted phones and "No phone"', async () => {
    answerList();
    await renderScreen(ClientsPage);
    expect(await screen.findByText('(305) 555-1000')).toBeTruthy();
    expect(screen.getByText('No phone')).toBeTruthy();
    expect(screen.getByText(/days ago$/)).toBeTruthy();
    expect(screen.getByText('1–15 of 40')).toBeTruthy();
    const filter = within(screen.getByRole('group', { name: 'Status' }));
    expect(filter.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'All40',
      'New10',
      'Client18',
      'Lead9',
      'Inactive3',
    ]);
  });

  test('shows only one’s own clients on request, and stores that in the URL', async () => {
    answerList();
    const { router } = await renderScreen(ClientsPage);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('switch', { name: 'My clients' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ owner: 'me' }));
    await waitFor(() => expect(callsOf(listClients).at(-1)?.query).toMatchObject({ owner: 'me', page: 1 }));
    answer(listClients).with(() => ({ success: true, data: [], total: 0, counts: NO_COUNTS }));
    await user.click(screen.getByRole('button', { name: /^Lead/ }));
    expect(await screen.findByText('None of your clients match this.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /clear/i }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('owner', 'me'));
  });

  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

  test('accepts percent signs, describes “is none of” with several values, and clears the filter', async () => {
    answerList();
    const filter = {
      match: 'all',
      rules: [
        { field: 'ben1_pct', op: 'at_least', values: ['1'] },
        { field: 'status', op: 'is_none', values: ['lead', 'client'] },
      ],
    };
    await renderScreen(ClientsPage, `/crm/clients?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const user = userEvent.setup();
    await screen.findByRole('button', { name: 'Status is none of Lead, Client' }, { timeout: 20_000 });
    await user.click(screen.getByRole('button', { name: 'Beneficiary 1 percent is at least 1' }));
    const value = await screen.findByLabelText('Value');
    await user.clear(value);
    await user.type(value, '5 %{Enter}');
    await screen.findByRole('button', { name: 'Beneficiary 1 percent is at least 5' });
    expect(callsOf(listClients).at(-1)?.query?.filter).toContain('"values":["5"]');
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(focused()).toBe('Filter');
  });

  test('says that a filter has too many conditions, without showing them', async () => {
    answerList();
    const rules = Array.from({ length: 60 }, () => ({ field: 'ssn', op: 'is_empty', values: [] }));
    const filter = JSON.stringify({ match: 'all', rules });
    await renderScreen(ClientsPage, `/crm/clients?filter=${encodeURIComponent(filter)}`);
    await screen.findByText(
      'A filter can have at most 50 conditions; this one has 60. Clear it or remove some.',
      {},
      { timeout: 20_000 },
    );
    expect(screen.queryByRole('button', { name: 'SSN is empty' })).toBeNull();
  });

  test('filters by a field with the keyboard, widens the filter, and removes it', async () => {
    answerList();
    const { router } = await renderScreen(ClientsPage);
    const user = userEvent.setup();
    const requested = () => JSON.parse(callsOf(listClients).at(-1)?.query?.filter ?? 'null');
    await user.click(
      await screen.findByRole('button', { name: 'Filter', expanded: false }, { timeout: 20_000 }),
    );
    within(await screen.findByRole('dialog', { name: 'New filter' }));
    await user.type(await screen.findByRole('combobox', { name: 'Field' }), 'health plan{Enter}');
    await user.click(screen.getByRole('button', { name: 'Add Filter' }));
    expect(await screen.findByText('Enter a value for Health plan in the filter.')).toBeTruthy();
    await user.type(screen.getByLabelText('Value'), 'PPO{Enter}');
    const ppo = { field: 'current_health_plan_name', op: 'contains', values: ['PPO'] };
    await waitFor(() => expect(requested()).toEqual({ match: 'all', rules: [ppo] }));
    expect(router.state.location.search).toMatchObject({ filter: { match: 'all', rules: [ppo] } });

    await user.click(await screen.findByRole('button', { name: 'Health plan contains “PPO”' }));
    await screen.findByRole('dialog', { name: 'Change filter' });
    await user.click(await screen.findByRole('button', { name: 'Or…' }));
    await user.type(await screen.findByRole('combobox', { name: 'Field' }), 'ssn{Enter}');
    await user.click(screen.getByRole('button', { name: 'Add Filter' }));
    const ssn = { field: 'ssn', op: 'is_empty', values: [] };
    await waitFor(() => expect(requested()).toEqual({ match: 'all', rules: [[ppo, ssn]] }));

    answer(listClients).with(() => ({ success: true, data: [], total: 0, counts: NO_COUNTS }));
    await user.click(screen.getByRole('button', { name: 'Remove filter Health plan contains “PPO”' }));
    await waitFor(() => expect(requested()).toEqual({ match: 'all', rules: [ssn] }));
    expect(await screen.findByText('No client matches these filters.')).toBeTruthy();
    // The focus moves to the remaining chip, and then to the button.
    await waitFor(() => expect(focused()).toBe('Remove filter SSN is empty'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('filter.rules'));
    expect(focused()).toBe('Filter');
  });

  test('opens a client by a real link', async () => {
    answerList();
    await renderScreen(ClientsPage);
    const link = await screen.findByRole('link', { name: 'Maria Alvarez' });
    expect(link.getAttribute('href')).toBe('/crm/clients/1');
  });

  test('requests status, sort and page, and stores them in the URL', async () => {
    answerList();
    const { router } = await renderScreen(ClientsPage);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Lead/ }));
    await user.click(screen.getByRole('button', { name: 'Phone' }));
    await user.click(screen.getByRole('button', { name: 'Phone' }));
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    const requested = callsOf(listClients).at(-1)?.query;
    expect(requested).toMatchObject({
      status: 'lead',
      sort: 'primary_phone',
      direction: 'desc',
      page: 2,
      page_size: 15,
    });
    expect(router.state.location.search).toEqual({
      status: 'lead',
      sort: 'primary_phone',
      direction: 'desc',
      page: 2,
    });
    await act(async () => router.history.back());
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('page'));
  });

  test('sorts by several columns with Shift+click or Shift+Enter, and by one again with a click', async () => {
    answerList();
    const { router } = await renderScreen(ClientsPage);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Status' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('button', { name: 'Phone' }));
    await user.click(screen.getByRole('button', { name: /^Phone/ }));
    screen.getByRole('button', { name: 'Email' }).focus();
    await user.keyboard('{Enter}{/Shift}');
    await screen.findByRole('button', { name: 'Status (sort key 1 of 3, ascending)' });
    screen.getByRole('button', { name: 'Phone (sort key 2 of 3, descending)' });
    screen.getByRole('button', { name: 'Email (sort key 3 of 3, ascending)' });
    const order = { sort: 'status', direction: 'asc', then_by: '-primary_phone,primary_email' };
    expect(callsOf(listClients).at(-1)?.query).toMatchObject(order);
    expect(router.state.location.search).toMatchObject(order);
    const sorted = screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'));
    expect(sorted.filter(Boolean)).toEqual(['ascending']);
    await user.click(screen.getByRole('button', { name: /^Email/ }));
    expect(router.state.location.search).toEqual({ sort: 'primary_email', direction: 'asc' });
  });

  test('searches 750 ms after the last keystroke', async () => {
    answerList();
    await renderScreen(ClientsPage);
    const box = await screen.findByRole('searchbox', { name: 'Search clients' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(box, { target: { value: 'alv' } });
    await act(async () => vi.advanceTimersByTimeAsync(700));
    fireEvent.change(box, { target: { value: 'alva' } });
    await act(async () => vi.advanceTimersByTimeAsync(749));
    expect(callsOf(listClients).filter((call) => call.query?.q)).toEqual([]);
    await act(async () => vi.advanceTimersByTimeAsync(1));
    expect(callsOf(listClients).at(-1)?.query).toMatchObject({ q: 'alva', page: 1 });
  });

  test('a pending search does not interrupt navigation to a client', async () => {
    answerList();
    const { router } = await renderScreen(ClientsPage);
    const box = await screen.findByRole('searchbox', { name: 'Search clients' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(box, { target: { value: 'alva' } });
    const detail = Object.values(router.routesById).find(({ fullPath }) => fullPath.endsWith('$clientId'));
    detail?.update({ loader: () => new Promise(() => undefined) } as never);
    void router.navigate({ to: '/crm/clients/$clientId', params: { clientId: '1' } } as never);
    await act(async () => vi.advanceTimersByTimeAsync(800));
    expect(router.latestLocation.pathname).toBe('/crm/clients/1');
    expect(callsOf(listClients).filter((call) => call.query?.q)).toEqual([]);
  });

  test('shows that nothing matches and clears the filter', async () => {
    answer(listClients).with(({ query }) => ({
      success: true,
      data: query?.q ? [] : [aClientRow(1)],
      total: query?.q ? 0 : 1,
      counts: COUNTS,
    }));
    await renderScreen(ClientsPage, '/crm/clients?q=no-match&status=lead');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(await screen.findByRole('link', { name: 'Maria Alvarez' })).toBeTruthy();
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });

  test('says why a filter from an old URL cannot be applied', async () => {
    answerList();
    const filter = { match: 'all', rules: [{ field: 'gone', op: 'is', values: ['x'] }] };
    await renderScreen(ClientsPage, `/crm/clients?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const alert = await screen.findByRole('alert', {}, { timeout: 20_000 });
    expect(alert.textContent).toMatch(/^The filter uses the field “gone”, which does not exist here/);
  });

  test('offers to add an unknown client, with the name filled in', async () => {
    answer(listClients).with(() => ({ success: true, data: [], total: 0, counts: NO_COUNTS }));
    await renderScreen(ClientsPage, '/crm/clients?q=maria+de+la+cruz');
    await userEvent.click(await screen.findByRole('button', { name: 'Add “maria de la cruz”' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Client' }));
    expect(dialog.getByLabelText(/First name/)).toHaveProperty('value', 'Maria');
    expect(dialog.getByLabelText(/Last name/)).toHaveProperty('value', 'de la Cruz');
  });

  test('does not offer to add a client while another search is pending', async () => {
    const nothing = () => undefined;
    await renderScreen(() => (
      <NoClients
        isFiltered={false}
        isMine={false}
        q="maria"
        isSearching
        counts={NO_COUNTS}
        onAdd={nothing}
        onClear={nothing}
      />
    ));
    expect(await screen.findByText('No clients found')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add “maria”' })).toBeNull();
  });

  test('links to the import', async () => {
    answerList();
    await renderScreen(ClientsPage);
    expect((await screen.findByRole('link', { name: 'Import' })).getAttribute('href')).toBe('/crm/imports');
  });

  test('leads to the import, duplicates and recent operations from the menu of phones', async () => {
    await renderScreen(ClientsPage, '/crm/clients', { isPhone: true });
    await userEvent.click(await screen.findByRole('button', { name: 'More for clients' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
      ['Import', '/crm/imports'],
      ['Duplicates', '/crm/clients/duplicates'],
      ['Recent Operations', '/crm/operations'],
    ]);
  });

  test('shows the empty state', async () => {
    answer(listClients).with(() => ({ success: true, data: [], total: 0, counts: NO_COUNTS }));
    await renderScreen(ClientsPage);
    expect(await screen.findByText('No clients yet')).toBeTruthy();
  });

  test('a load failure shows "Error Loading Clients" and Try Again loads the list', async () => {
    failWith(listClients, 409);
    await renderScreen(ClientsPage);
    expect(await screen.findByText('Error Loading Clients')).toBeTruthy();
    answerList();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'Maria Alvarez' })).toBeTruthy();
  });
});
