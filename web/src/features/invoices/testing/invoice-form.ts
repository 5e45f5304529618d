import { listClients } from '@ledgerline/contract/clients/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPayments } from '../../../testing/open-payments.ts';
import { aClient, anInvoice } from './invoices.ts';

/** One client, whom every search finds. */
export function serveClient(server: FakeServer): void {
  const counts = { all: 1, new: 1, client: 0, lead: 0, inactive: 0 };
  server.reply(listClients, { success: true, data: [aClient(5)], total: 1, counts });
}

/** The form for a new invoice, on the payments screen. */
export async function openForm(server: FakeServer) {
  const app = await openPayments(server, [anInvoice(61)]);
  await userEvent.click(screen.getByRole('button', { name: 'New Invoice' }));
  return { ...app, form: within(await screen.findByRole('dialog', { name: 'New Invoice' })) };
}

export type Form = Awaited<ReturnType<typeof openForm>>['form'];

export async function write(box: HTMLElement, text: string) {
  await userEvent.clear(box);
  await userEvent.type(box, text);
}

/** Everything that a new invoice must have. */
export async function fill(form: Form) {
  await userEvent.type(form.getByLabelText(/^Title/), 'Annual plan');
  await userEvent.type(form.getByPlaceholderText('Search by name or email'), 'mar');
  await userEvent.click(await form.findByRole('button', { name: /Maria Alvarez/ }));
  await userEvent.click(form.getByLabelText('BFA (financial advisors)'));
  await userEvent.type(form.getByLabelText('Description of line 1'), 'Advice');
  await userEvent.type(form.getByLabelText('Unit price of line 1'), '100');
}
