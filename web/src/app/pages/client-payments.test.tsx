import { getClient } from '@ledgerline/contract/clients/endpoints';
import { createInvoice, listInvoices } from '@ledgerline/contract/invoices/endpoints';
import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import {
  listRecurringPayments,
  type RecurringPayment,
} from '@ledgerline/contract/recurring-payments/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aClient } from '../../features/clients/testing/clients.ts';
import { anInvoice, COUNTS } from '../../features/invoices/testing/invoices.ts';
import { aSchedule } from '../../features/recurring-payments/testing/schedules.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const CONTACT = { primary_email: 'maria@example.com', primary_phone: '3055551000' };

function aServer(
  invoices: InvoiceRow[],
  schedules: RecurringPayment[] = [],
  contact: Parameters<typeof aClient>[1] = CONTACT,
) {
  return fakeServer()
    .reply(getClient, { success: true, data: aClient(7, contact) })
    .reply(listInvoices, { success: true, data: invoices, total: invoices.length, counts: COUNTS })
    .reply(listRecurringPayments, { success: true, data: schedules });
}

async function openCard() {
  const { router } = renderApp('/crm/clients/7');
  const card = within(await screen.findByRole('region', { name: 'Invoices & Payments' }));
  return { card, router };
}

describe('the Invoices & Payments card', () => {
  it('lists the client’s invoices and schedules, and each invoice opens its details', async () => {
    const paid = { status: 'partially_paid', paid_amount_cents: 2675, progress: 25 } as const;
    const server = aServer(
      [anInvoice(3, { due_date: '2020-01-05', ...paid }), anInvoice(2, { title: 'Setup' })],
      [aSchedule({ payments_made: 2 })],
    );
    const { card } = await openCard();
    const invoices = within(await card.findByRole('list', { name: 'Invoices' }));
    for (const text of ['Partially paid', 'Overdue', 'INV-1003', 'Due Jan 5, 2020', '25%', 'Setup', 'Draft'])
      invoices.getByText(text);
    expect(invoices.getByRole('link', { name: /Annual plan/ }).getAttribute('href')).toBe(
      '/crm/payments?invoice=3',
    );
    const schedules = within(await card.findByRole('region', { name: 'Recurring payments' }));
    for (const text of ['Advisory retainer', '$120.00 yearly', 'Next: Jan 5, 2027', '2 payments made'])
      schedules.getByText(text);
    expect(server.calls(listInvoices)[0]?.query.get('customer_id')).toBe('7');
    expect(server.calls(listRecurringPayments)[0]?.query.get('customer_id')).toBe('7');
  });

  it('shows an empty state that explains the card', async () => {
    aServer([]);
    const { card } = await openCard();
    await card.findByText(/^No invoices yet\./);
    expect(card.queryByRole('region', { name: 'Recurring payments' })).toBeNull();
  });

  it('shows load errors of invoices and recurring payments', async () => {
    aServer([])
      .replyError(listInvoices, 'not_allowed', 'Not for you.')
      .replyError(listRecurringPayments, 'not_allowed', 'Not for you.');
    const { card } = await openCard();
    await card.findByText('The invoices could not be loaded. Not for you.');
    await card.findByText('Failed to fetch recurring payments: 403');
  });

  it('creates an invoice for this client and lists it in the card', async () => {
    const server = aServer([]).reply(createInvoice, () => {
      const created = anInvoice(9, { title: 'Yearly advice', customer_id: 7 });
      server.reply(listInvoices, { success: true, data: [created], total: 1, counts: COUNTS });
      return { success: true as const, id: 9, data: created, invoice: created, contact_required: false };
    });
    const { card } = await openCard();
    await card.findByText(/^No invoices yet\./);
    await userEvent.click(card.getByRole('button', { name: 'Create Invoice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Invoice' }));
    dialog.getByText('Maria Alvarez');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Invoice' }));
    await dialog.findByText('Please enter an invoice title');
    await userEvent.type(dialog.getByLabelText(/^Title/), 'Yearly advice');
    await userEvent.type(dialog.getByLabelText('Description of line 1'), 'Advice');
    await userEvent.type(dialog.getByLabelText('Unit price of line 1'), '100');
    await userEvent.click(dialog.getByLabelText('BFA (financial advisors)'));
    await userEvent.click(dialog.getByRole('button', { name: 'Create Invoice' }));
    await card.findByText('Yearly advice');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(createInvoice)[0]?.body).toMatchObject({
      title: 'Yearly advice',
      customer_id: 7,
      full_name: 'Maria Alvarez',
      email: 'maria@example.com',
    });
  });

  it.each([
    ['Maria', '3055551000', ['Maria Alvarez', '(305) 555-1000']],
    [null, null, ['', '']],
  ])(
    'for a client named %j with the phone %j, the name and phone of the invoice are %j',
    async (first, primary_phone, shown) => {
      const names = { client_first_name: first, client_last_name: first && 'Alvarez' };
      aServer([], [], { ...CONTACT, ...names, primary_phone });
      const { card } = await openCard();
      await userEvent.click(await card.findByRole('button', { name: 'Create Invoice' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Create Invoice' }));
      const prefilled = async (label: string) =>
        (await dialog.findByLabelText<HTMLInputElement>(label)).value;
      expect([await prefilled('Name on the invoice'), await prefilled('Phone')]).toEqual(shown);
    },
  );
});
