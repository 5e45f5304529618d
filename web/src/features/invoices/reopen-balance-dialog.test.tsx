import { reopenBalance } from '@ledgerline/contract/invoices/endpoints';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPayments } from '../../testing/open-payments.ts';
import { fakeServer } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { anInvoice } from './testing/invoices.ts';

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const dialog = (name: string) => screen.findByRole('dialog', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('Reopen Balance', () => {
  const refunded = (id: number, fields: Partial<Invoice> = {}) =>
    anInvoice(id, { status: 'paid', paid_amount_cents: 6700, refunded_cents: 4000, ...fields });
  async function open(invoice: Invoice) {
    await openPayments(server, [invoice], { address: `/crm/payments?invoice=${invoice.id}` });
    await dialog(`Invoice ${invoice.external_ref}`);
  }

  it('names the amount, keeps the dialog open when it fails, and retries with the same key', async () => {
    await open(refunded(24));
    await press('Reopen Balance');
    const part = within(await dialog('Reopen Balance'));
    part.getByText('Reopen the balance of invoice INV-1024? $40.00 becomes due again.');
    part.getByText(/^No email is sent now\. Reminders follow your reminder settings/);
    server.replyError(reopenBalance, 'wrong_state', 'The balance of this invoice is already due.');
    await userEvent.click(part.getByRole('button', { name: 'Reopen Balance' }));
    await part.findByText('The balance was not reopened. The balance of this invoice is already due.');
    const data = refunded(24, { status: 'partially_paid' });
    server.reply(reopenBalance, { success: true, data, invoice: data });
    await userEvent.click(part.getByRole('button', { name: 'Reopen Balance' }));
    await screen.findByText('$40.00 of invoice INV-1024 is due again.');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reopen Balance' })).toBeNull());
    const calls = server.calls(reopenBalance);
    expect(calls.map(({ path }) => path)).toEqual(Array(2).fill('/invoices/24/reopen-balance'));
    const [first, second] = calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
    expect(screen.queryByRole('button', { name: 'Reopen Balance' })).toBeNull();
  });

  it.each([
    ['paid without a refund', { paid_amount_cents: 10_700, refunded_cents: 0 }],
    ['due already', { status: 'partially_paid' }],
    ['void', { status: 'void' }],
  ] as const)('is not offered for an invoice that is %s', async (_, fields) => {
    await open(refunded(25, fields));
    screen.getByRole('button', { name: 'Send Invoice' });
    expect(screen.queryByRole('button', { name: 'Reopen Balance' })).toBeNull();
  });
});
