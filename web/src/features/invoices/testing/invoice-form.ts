import { searchClients } from '@ledgerline/contract/clients/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPayments } from '../../../testing/open-payments.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { aClient, anInvoice } from './invoices.ts';

/** A fake server with one client that every search returns. */
export function invoiceServer(): { readonly current: FakeServer } {
  let server: FakeServer | undefined;
  beforeEach(() => {
    signInAs();
    server = fakeServer();
    serveClient(server);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  return {
    get current() {
      if (!server) throw new Error('the test has not started');
      return server;
    },
  };
}

function serveClient(server: FakeServer): void {
  server.reply(searchClients, { success: true, data: [aClient(5)] });
}

/** Opens the new invoice form on the payments screen. */
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

/** Fills all required fields of a new invoice. */
export async function fill(form: Form) {
  await userEvent.type(form.getByLabelText(/^Title/), 'Annual plan');
  await userEvent.type(form.getByPlaceholderText('Name, email or phone'), 'mar');
  await userEvent.click(await form.findByRole('button', { name: /Maria Alvarez/ }));
  await userEvent.click(form.getByLabelText('BFA (financial advisors)'));
  await userEvent.type(form.getByLabelText('Description of line 1'), 'Advice');
  await userEvent.type(form.getByLabelText('Unit price of line 1'), '100');
}
