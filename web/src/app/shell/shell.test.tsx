import { signOut } from '@ledgerline/contract/auth/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { countToday, listToday } from '@ledgerline/contract/today/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, NOTHING_DUE, renderApp } from '../../testing/render-app.tsx';
import { setWidth } from '../../testing/setup.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { staleKeys } from './use-live-refresh.ts';

async function entriesOf(): Promise<string[]> {
  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  return within(navigation)
    .getAllByRole('link')
    .map((link) => link.textContent ?? '');
}

async function openAgentMenu() {
  await userEvent.click(await screen.findByRole('button', { name: /agent menu/ }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
}

describe('the navigation', () => {
  it('shows five areas to owners and developers', async () => {
    fakeServer();
    signInAs({ is_owner: true });
    renderApp('/crm/dashboard');
    expect(await entriesOf()).toEqual(['Clients', 'Ledger', 'Payments', 'Recurring', 'Forms']);
  });

  it('hides the forms from other agents', async () => {
    fakeServer();
    signInAs({ has_all_staff_access: true });
    renderApp('/crm/dashboard');
    expect(await entriesOf()).toEqual(['Clients', 'Ledger', 'Payments', 'Recurring']);
  });

  it('is a drawer behind a menu button at 767 px', async () => {
    fakeServer();
    setWidth(767);
    signInAs();
    renderApp('/crm/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByRole('link', { name: 'Ledger' })).toBeDefined();
    expect(document.querySelector('.mantine-Drawer-overlay')).not.toBeNull();
  });

  it('is a sidebar at 768 px', async () => {
    fakeServer();
    setWidth(768);
    signInAs();
    renderApp('/crm/dashboard');
    expect(await entriesOf()).toContain('Ledger');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('says that the filter of a link cannot be read, and shows the list', async () => {
  fakeServer().reply(listClients, { success: true, data: [], total: 0, counts: NO_COUNTS });
  signInAs();
  const { router } = renderApp('/crm/clients?q=ana&filter=%7B%22match%22%3A%22al');
  const notice = await screen.findByRole('alert');
  within(notice).getByText('The filter in this link cannot be read');
  await screen.findByRole('searchbox', { name: 'Search clients' });
  await userEvent.click(within(notice).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('The filter in this link cannot be read')).toBeNull());
  expect(router.state.location.searchStr).toBe('?q=ana');
});

describe('Today', () => {
  function aQuietDay() {
    fakeServer().reply(listToday, { success: true, lines: [], next: null }).reply(countToday, NOTHING_DUE);
    signInAs();
    renderApp('/crm/dashboard');
  }

  it('is linked from the logo above the areas', async () => {
    aQuietDay();
    await userEvent.click(await screen.findByRole('link', { name: 'Ledgerline: Today' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeDefined();
  });

  function sevenDue() {
    const counts = { overdue: 3, today: 4, next_7_days: 9 };
    const server = fakeServer().reply(countToday, { ...NOTHING_DUE, counts });
    signInAs();
    renderApp('/crm/dashboard');
    return server;
  }

  it('has an entry with its count above the areas', async () => {
    const server = sevenDue();
    const home = within(await screen.findByRole('navigation', { name: 'Home' }));
    const entry = await home.findByRole('link', { name: 'Today, 7 due' });
    expect(entry.getAttribute('href')).toBe('/crm/today');
    const main = screen.getByRole('navigation', { name: 'Main' });
    expect(entry.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(server.calls(countToday)[0]?.query.get('owner')).toBe('me');
  });

  it('has its entry in the drawer too', async () => {
    setWidth(767);
    sevenDue();
    await userEvent.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByRole('link', { name: 'Today, 7 due' })).toBeDefined();
  });

  it('opens on G then T, except while typing', async () => {
    aQuietDay();
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    await userEvent.keyboard('tgxt');
    expect(window.location.pathname).toBe('/crm/dashboard');
    await userEvent.keyboard('gt');
    expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeDefined();
  });
});

describe('the agent menu', () => {
  it('shows the name above "Administrator", for every agent', async () => {
    fakeServer();
    signInAs();
    renderApp('/crm/dashboard');
    expect(await screen.findByText('Ada Byron')).toBeDefined();
    expect(screen.getByText('Administrator')).toBeDefined();
  });

  it.each([
    [{}, false],
    [{ is_owner: true }, true],
    [{ is_developer: true }, true],
    [{ has_all_staff_access: true }, true],
  ])('offers Manage Agents to %j: %s', async (flags, isOffered) => {
    fakeServer();
    signInAs(flags);
    renderApp('/crm/dashboard');
    const items = await openAgentMenu();
    expect(items.includes('Manage Agents')).toBe(isOffered);
    expect(items).toEqual(expect.arrayContaining(['Edit Info', 'Sign out']));
  });

  it('signs out: clears token and name, notifies the server, shows the sign-in page', async () => {
    const server = fakeServer().reply(signOut, { success: true });
    const token = signInAs();
    renderApp('/crm/dashboard');
    await openAgentMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Agent Portal' })).toBeDefined();
    expect({ ...localStorage }).not.toHaveProperty('jwt');
    expect({ ...localStorage }).not.toHaveProperty('adminFirstName');
    expect(server.calls(signOut)[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
  });
});

describe('heading and title', () => {
  it.each([
    ['/crm/dashboard', 'Dashboard'],
    ['/crm/payments', 'Payments & Invoices'],
    ['/crm/recurring-payments', 'Recurring Payments'],
    ['/crm/forms', 'Forms'],
    ['/crm/clients/1/sessions/2', 'Session Details'],
    ['/crm/view-document?formId=1', 'Document Viewer'],
    ['/crm/status', 'System Status'],
    ['/crm/agents', 'Agents'],
    ['/crm/agents/new', 'Add Agent'],
    ['/crm/agents/3', 'Edit Agent'],
    ['/crm/clients', 'Clients'],
  ])('on %s read %s', async (address, title) => {
    fakeServer();
    signInAs({ is_owner: true });
    renderApp(address);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(document.title).toBe(`${title} · Ledgerline`);
  });

  it('the heading receives the focus after navigation', async () => {
    fakeServer();
    signInAs();
    renderApp('/crm/dashboard');
    await userEvent.click(await screen.findByRole('link', { name: 'Payments' }));
    const heading = await screen.findByRole('heading', { name: 'Payments & Invoices' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

it('a 401 on any screen clears the token and redirects to the sign-in page', async () => {
  fakeServer().replyError(listClients, 'not_signed_in', 'Please sign in again.');
  signInAs();
  renderApp('/crm/clients');
  expect(await screen.findByRole('heading', { name: 'Agent Portal' })).toBeDefined();
  expect(localStorage.getItem('jwt')).toBeNull();
  expect(window.location.search).toBe('?origin=%2Fcrm%2Fclients');
});

describe('a change by another agent', () => {
  it('invalidates lists and the named rows', () => {
    expect(staleKeys({ kind: 'clients', ids: [3, 4] })).toEqual([
      ['clients'],
      ['client', 3],
      ['client', 4],
      ['timeline'],
    ]);
    expect(staleKeys({ kind: 'agents', ids: [1] })).toEqual([['agents'], ['teams'], ['agent', 1]]);
    // A payment event names only its invoice.
    expect(staleKeys({ kind: 'invoices', ids: [1] })).toEqual(
      expect.arrayContaining([['sessions'], ['session']]),
    );
  });

  it('invalidates every row when too many changed to name them', () => {
    expect(staleKeys({ kind: 'clients' })).toEqual([['clients'], ['client'], ['timeline']]);
    expect(staleKeys({ kind: 'imports' })).toEqual([['imports']]);
    // Today subscribes to events itself.
    expect(staleKeys({ kind: 'today' })).toEqual([]);
  });
});
