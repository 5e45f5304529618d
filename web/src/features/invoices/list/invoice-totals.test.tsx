import { getInvoiceTotals, listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPayments } from '../../../testing/open-payments.ts';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { anInvoice, serveInvoices, TOTALS } from '../testing/invoices.ts';

let server: FakeServer;
beforeEach(() => {
  signInAs();
  server = fakeServer();
});

const totals = () => within(screen.getByRole('group', { name: 'Totals' }));
const lastQuery = () => Object.fromEntries(server.calls(listInvoices).at(-1)?.query ?? []);
const pressed = () =>
  totals()
    .getAllByRole('button', { pressed: true })
    .map((button) => button.textContent);

describe('the totals of the payments screen', () => {
  it('show what is outstanding, overdue and collected, in total and per account', async () => {
    await openPayments(server, [anInvoice(1)]);
    expect(
      totals()
        .getAllByRole('button')
        .map((button) => [button.textContent, button.getAttribute('aria-label')]),
    ).toEqual([
      ['Outstanding $1,234.56', null],
      ['BFS $1,000.00', 'Outstanding, BFS $1,000.00'],
      ['BFA $234.56', 'Outstanding, BFA $234.56'],
      ['Overdue $200.00', null],
      ['BFS $200.00', 'Overdue, BFS $200.00'],
      ['BFA $0.00', 'Overdue, BFA $0.00'],
    ]);
    const collected = totals().getByText('Collected this month').closest('div');
    expect(collected?.textContent).toBe('Collected this month -$5.00BFS $0.00BFA -$5.00');
  });

  it('filter the list to exactly the rows of a figure, and show all invoices again', async () => {
    const { router } = await openPayments(server, [anInvoice(1)], {
      address: '/crm/payments?status=paid&recurring=true&q=plan&page=2',
    });
    const user = userEvent.setup();
    const click = (name: string) => user.click(totals().getByRole('button', { name }));
    await click('Overdue, BFS $200.00');
    await waitFor(() => expect(lastQuery()).toMatchObject({ overdue: 'true', account: 'BFS', page: '1' }));
    expect(router.state.location.search).toEqual({ overdue: true, account: 'BFS' });
    expect(pressed()).toEqual(['BFS $200.00']);
    await click('Outstanding $1,234.56');
    expect(router.state.location.search).toEqual({ pending: true });
    expect(pressed()).toEqual(['Outstanding $1,234.56']);
    expect(screen.getByRole('button', { name: /^Pending Payment/ }).ariaPressed).toBe('true');
    await click('Outstanding $1,234.56');
    expect(router.state.location.search).toEqual({});
    expect(totals().queryAllByRole('button', { pressed: true })).toEqual([]);
  });

  it('show the overdue filter from the URL as pressed', async () => {
    await openPayments(server, [anInvoice(1)], { address: '/crm/payments?overdue=true&q=plan' });
    expect(lastQuery()).toMatchObject({ overdue: 'true', q: 'plan' });
    expect(pressed()).toEqual(['Overdue $200.00']);
  });

  it('can be requested again when they could not be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serveInvoices(server, [anInvoice(1)]).replyError(getInvoiceTotals, 'conflict', 'The books are closed.');
    renderApp('/crm/payments');
    await screen.findByRole('button', { name: 'Edit INV-1001' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The totals could not be loaded. The books are closed.');
    server.reply(getInvoiceTotals, { success: true, data: TOTALS });
    await userEvent.setup().click(within(alert).getByRole('button', { name: 'Try Again' }));
    await screen.findByText('$1,234.56');
  });
});
