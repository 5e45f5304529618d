import { listInvoices, refreshInvoice } from '@ledgerline/contract/invoices/endpoints';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anInvoice, COUNTS, serveInvoices } from '../../features/invoices/testing/invoices.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPayments } from '../../testing/open-payments.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { setWidth } from '../../testing/setup.ts';
import { signInAs } from '../../testing/sign-in.ts';

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.useRealTimers());

const lastQuery = () => Object.fromEntries(server.calls(listInvoices).at(-1)?.query ?? []);
const textsOf = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('button')
    .map((button) => button.textContent);

const open = (address?: string, invoices: [Invoice, ...Invoice[]] = [anInvoice(1)], total?: number) =>
  openPayments(server, invoices, { ...(address ? { address } : {}), ...(total ? { total } : {}) });

describe('the invoice list', () => {
  it('has status and account filters with counts over all invoices, the toggles and the search', async () => {
    await open();
    expect(textsOf('Status')).toEqual(['All40', 'Draft11', 'Sent9', 'Partially paid4', 'Paid12', 'Void3']);
    expect(textsOf('Account')).toEqual(['All Accounts40', 'BFS28', 'BFA12']);
    screen.getByRole('button', { name: 'Recurring Only' });
    expect(screen.getByRole('button', { name: /^Pending Payment/ }).textContent).toBe('Pending Payment 13');
    screen.getByPlaceholderText('Search invoices...');
    screen.getByRole('button', { name: 'New Invoice' });
    screen.getByRole('heading', { name: 'Payments & Invoices' });
  });

  it('opens the form of a new invoice from the palette, once', async () => {
    await open('/crm/payments?create=true');
    await screen.findByRole('dialog', { name: 'New Invoice' });
    expect(location.search).not.toContain('create');
  });

  it('has the columns of the specification, all but Actions sortable', async () => {
    await open();
    const heads = screen.getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      '',
      'Actions',
      'Client',
      'Amount',
      'Progress',
      'Account',
      'Status',
      'Sent',
      'Created',
    ]);
    expect(heads.map((head) => within(head).queryByRole('button') !== null)).toEqual([
      false,
      false,
      ...Array.from({ length: 7 }, () => true),
    ]);
  });

  it('shows name, else email, else a dash; money in dollars; dates; a dash for not sent', async () => {
    await open('/crm/payments', [
      anInvoice(1, {
        total_cents: 123_456,
        progress: 25,
        sent_at: '2026-03-04T15:00:00.000Z',
        status: 'sent',
      }),
      anInvoice(2, { full_name: null }),
      anInvoice(3, { full_name: ' ', email: null }),
    ]);
    const rows = screen.getAllByRole('row').slice(1);
    const names = rows.map((row) => within(row).getByRole('link').textContent);
    expect(names).toEqual(['Maria Alvarez', 'maria@example.com', '—']);
    const cells = within(rows[0] as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(3)).toEqual(['$1,234.56', '25%', 'BFS', 'Sent', 'Mar 4, 2026', 'Mar 2, 2026']);
    expect(
      within(rows[1] as HTMLElement)
        .getAllByRole('cell')
        .at(-2)?.textContent,
    ).toBe('—');
  });

  it('marks overdue invoices with a word, but not paid ones or ones due later', async () => {
    await open('/crm/payments', [
      anInvoice(1, { status: 'sent', due_date: '2020-01-01' }),
      anInvoice(2, { status: 'paid', due_date: '2020-01-01' }),
      anInvoice(3, { status: 'sent', due_date: '2999-01-01' }),
    ]);
    expect(screen.getAllByText('Overdue')).toHaveLength(1);
  });

  it('requests filters, toggles and sort from the server, stores them in the URL, and returns to page 1', async () => {
    const { router } = await open('/crm/payments?page=2', [anInvoice(1)], 40);
    expect(lastQuery()).toMatchObject({ page: '2', page_size: '15', sort: 'created', direction: 'desc' });
    const user = userEvent.setup();
    const click = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
    await click(/^Partially paid/);
    expect(lastQuery()).toMatchObject({ page: '1', status: 'partially_paid' });
    await click(/^BFA/);
    await click('Recurring Only');
    await click(/^Pending Payment/);
    await click('Amount');
    expect(lastQuery()).toMatchObject({
      status: 'partially_paid',
      account: 'BFA',
      recurring: 'true',
      pending_payment: 'true',
      sort: 'amount',
      direction: 'asc',
    });
    expect(router.state.location.search).toMatchObject({ account: 'BFA', recurring: true, pending: true });
    expect(router.state.location.search.page).toBeUndefined();
    await click('Next');
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '2' }));
    await act(async () => router.history.back());
    await waitFor(() => expect(router.state.location.search.page).toBeUndefined());
  });

  it('searches after a pause in typing, from page 1', async () => {
    await open('/crm/payments?page=2', [anInvoice(1)], 40);
    const box = screen.getByPlaceholderText('Search invoices...');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.change(box, { target: { value: 'alv' } });
    await act(async () => vi.advanceTimersByTimeAsync(700));
    fireEvent.change(box, { target: { value: 'alva' } });
    await act(async () => vi.advanceTimersByTimeAsync(749));
    expect(lastQuery().q).toBeUndefined();
    await act(async () => vi.advanceTimersByTimeAsync(1));
    expect(lastQuery()).toMatchObject({ q: 'alva', page: '1' });
  });

  it('shows the position only when there is more than one page', async () => {
    await open('/crm/payments?page=2', [anInvoice(1)], 40);
    screen.getByText('Showing 16 to 30 of 40 invoices');
    screen.getByText('Page 2 of 3');
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', false);
  });

  it('has no pagination for one page', async () => {
    await open('/crm/payments', [anInvoice(1)], 15);
    expect(screen.queryByText(/^Showing/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('redirects from a page that no longer exists to the last one', async () => {
    const { router } = await open('/crm/payments?page=9', [anInvoice(1)], 40);
    await waitFor(() => expect(router.state.location.search.page).toBe(3));
  });

  it('has edit, view, send, void and refresh in every row; a paid invoice explains why three are disabled', async () => {
    await open('/crm/payments', [anInvoice(1), anInvoice(2, { status: 'paid' })]);
    const states = (id: number) =>
      ['Edit', 'View', 'Send', 'Void', 'Refresh'].map((label) =>
        screen.getByRole('button', { name: `${label} INV-100${id}` }).getAttribute('aria-disabled'),
      );
    expect(states(1)).toEqual([null, null, null, null, null]);
    expect(states(2)).toEqual(['true', null, 'true', 'true', null]);
    const send = screen.getByRole('button', { name: 'Send INV-1002' });
    expect(send.getAttribute('aria-description')).toBe('A paid invoice cannot be sent.');
    await userEvent.click(send);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('returns once to the session from which an invoice was opened, however often it is closed', async () => {
    const { router } = await open('/crm/payments?page=2');
    const { navigate } = router;
    await act(() => navigate({ to: '/crm/payments', search: { q: 'session' } }));
    await act(() =>
      navigate({ to: '/crm/payments', search: { invoice: 1 }, state: { isFromSession: true } }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Invoice INV-1001' });
    const back = vi.spyOn(router.history, 'back');
    const close = () => fireEvent.keyDown(dialog, { key: 'Escape' });
    close();
    close();
    expect(back).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'session' }));
    // Opened again in the same way, it returns again.
    await act(() =>
      navigate({ to: '/crm/payments', search: { invoice: 1 }, state: { isFromSession: true } }),
    );
    fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Invoice INV-1001' }), { key: 'Escape' });
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'session' }));
  });

  it('refetches one invoice on refresh', async () => {
    await open();
    const fresh = anInvoice(1, { status: 'sent' });
    server.reply(refreshInvoice, { success: true, data: fresh, invoice: fresh });
    await userEvent.click(screen.getByRole('button', { name: 'Refresh INV-1001' }));
    await screen.findByText('Invoice INV-1001 is up to date.');
  });

  it('shows cards with the same actions below 768 px', async () => {
    setWidth(390);
    serveInvoices(server, [anInvoice(1, { status: 'void' })]);
    renderApp('/crm/payments');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for INV-1001' }));
    expect(screen.queryByRole('table')).toBeNull();
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Edit', 'View', 'Send', 'Void', 'Refresh']);
    expect(items.map((item) => item.hasAttribute('disabled'))).toEqual([true, false, true, true, false]);
  });

  it('shows a load error and loads on Try Again', async () => {
    serveInvoices(server, [anInvoice(1)]).replyError(listInvoices, 'conflict', 'The books are closed.');
    renderApp('/crm/payments');
    await screen.findByText('Error Loading Invoices');
    screen.getByText('Failed to load invoices: The books are closed.');
    serveInvoices(server, [anInvoice(1)]);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('button', { name: 'Edit INV-1001' });
  });

  it('offers to clear filters without matches, and to create the first invoice', async () => {
    serveInvoices(server, []).reply(listInvoices, ({ query }) => ({
      success: true as const,
      data: [],
      total: 0,
      counts: query.get('status') ? COUNTS : { ...COUNTS, all: 0 },
    }));
    renderApp('/crm/payments?status=paid');
    await screen.findByText('No invoices found');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await screen.findByText('No invoices yet');
  });
});
