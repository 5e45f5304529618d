import {
  getInvoice,
  getInvoicePdf,
  listInvoiceTransactions,
  recordPayment,
  refundPayment,
} from '@ledgerline/contract/invoices/endpoints';
import { getReminders } from '@ledgerline/contract/reminders/endpoints';
import { REFUND_AT_PROVIDER } from '@ledgerline/contract/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPayments } from '../../../testing/open-payments.ts';
import { aReminderLine } from '../../../testing/reminders.ts';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { anInvoice, aTransaction, serveInvoices } from '../testing/invoices.ts';

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const dialog = (name: string) => screen.findByRole('dialog', { name });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the details of an invoice', () => {
  const partly = (id: number) =>
    anInvoice(id, {
      status: 'partially_paid',
      paid_amount_cents: 2500,
      progress: 23,
      sent_at: '2026-03-04T15:00:00.000Z',
      square_public_url: 'https://pay.test/pay/abc',
    });

  it('open by View, store the invoice in the URL, and show lines, totals and history', async () => {
    const { router } = await openPayments(server, [partly(41)]);
    server.reply(listInvoiceTransactions, { success: true, data: [aTransaction(1, { invoice_id: 41 })] });
    await press('View INV-1041');
    const part = within(await dialog('Invoice INV-1041'));
    expect(router.state.location.search.invoice).toBe(41);
    await part.findByText('Card · Visa ending in 4242');
    part.getByText('Advice');
    part.getByText('Tax (7%)');
    part.getByText('$82.00');
    expect(part.getByLabelText('Payment link').getAttribute('value')).toBe('https://pay.test/pay/abc');
    for (const state of ['Created', 'Sent']) part.getByText(state, { selector: 'li *' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search.invoice).toBeUndefined());
  });

  it('show the next reminder', async () => {
    const line = aReminderLine({ of: 'invoice', id: 41, link_id: null, invoice_id: 41 });
    server.reply(getReminders, { success: true, data: line });
    await openPayments(server, [partly(41)], { address: '/crm/payments?invoice=41' });
    const part = within(await screen.findByRole('group', { name: 'Reminders' }));
    part.getByText(/^Next reminder .* · 1 of 4 sent$/);
    part.getByRole('button', { name: 'Send Now' });
    expect(server.calls(getReminders)[0]?.path).toBe('/reminders/invoice/41');
  });

  it('show a load error', async () => {
    serveInvoices(server, []).replyError(getInvoice, 'not_found', 'Invoice not found.');
    renderApp('/crm/payments?invoice=42');
    const part = within(await dialog('Failed to Load Invoice'));
    part.getByText('Invoice not found.');
    const found = anInvoice(42);
    server.reply(getInvoice, { success: true, data: found, invoice: found });
    await userEvent.click(part.getByRole('button', { name: 'Try Again' }));
    await dialog('Invoice INV-1042');
  });

  it('record a payment of the balance due, dated today, and no more', async () => {
    await openPayments(server, [partly(43)], { address: '/crm/payments?invoice=43' });
    await userEvent.click(await screen.findByRole('button', { name: 'Record Payment' }));
    const form = within(await screen.findByRole('form', { name: 'Record Payment' }));
    const amount = form.getByLabelText('Amount');
    expect(amount).toHaveProperty('value', '82.00');
    expect(document.activeElement).toBe(amount);
    await userEvent.clear(amount);
    await userEvent.type(amount, '1.2.3a');
    expect(amount).toHaveProperty('value', '1.23');
    await userEvent.clear(amount);
    await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
    form.getByText('Please enter a valid amount');
    await userEvent.type(amount, '82.01');
    await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
    form.getByText('The balance due is only $82.00');
    await userEvent.clear(amount);
    await userEvent.type(amount, '30.5');
    await userEvent.type(form.getByLabelText('Note'), 'No. 12');
    server.replyError(recordPayment, 'wrong_state', 'The books are closed.');
    await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
    await form.findByText('The payment was not recorded. The books are closed.');
    const after = { ...partly(43), paid_amount_cents: 5550 };
    server.reply(recordPayment, { success: true, data: aTransaction(2), invoice: after });
    await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
    await screen.findByText('$30.50 was recorded.');
    const [first, second] = server.calls(recordPayment);
    expect(second?.body).toMatchObject({ amount_cents: 3050, payment_method: 'check', note: 'No. 12' });
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    await screen.findByText('$51.50');
  });

  it('confirm before recording the same amount again', async () => {
    await openPayments(server, [partly(49)], { address: '/crm/payments?invoice=49' });
    await userEvent.click(await screen.findByRole('button', { name: 'Record Payment' }));
    const form = within(await screen.findByRole('form', { name: 'Record Payment' }));
    server.replyError(recordPayment, 'likely_repeat', 'A payment of $82.00 was recorded. Record it again?');
    await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
    const first = await dialog('Record it again?');
    within(first).getByText('A payment of $82.00 was recorded on this invoice within the last ten minutes.');
    expect(form.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await userEvent.click(within(first).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Record it again?' })).toBeNull());
    await userEvent.click(form.getByRole('button', { name: 'Record Payment' }));
    const again = within(await dialog('Record it again?')).getByRole('button', { name: 'Record Again' });
    const after = { ...partly(49), paid_amount_cents: 10_700, status: 'paid' as const };
    server.reply(recordPayment, { success: true, data: aTransaction(3), invoice: after });
    await userEvent.click(again);
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Record Payment' })).toBeNull());
    const [original, , confirmed] = server.calls(recordPayment);
    expect(original?.body).not.toHaveProperty('confirm_repeat');
    expect(confirmed?.body).toMatchObject({ amount_cents: 8200, confirm_repeat: true });
    expect(confirmed?.headers.get('idempotency-key')).toBe(original?.headers.get('idempotency-key'));
  });

  it('offer to record a payment only after pending payments have loaded', async () => {
    await openPayments(server, [partly(48)]);
    let answer = (_: Response) => undefined as unknown;
    server.respond(listInvoiceTransactions, () => new Promise((resolve) => (answer = resolve)));
    await press('View INV-1048');
    const part = within(await dialog('Invoice INV-1048'));
    await part.findByText('Loading payments');
    expect(part.queryByRole('button', { name: 'Record Payment' })).toBeNull();
    answer(Response.json({ success: false, message: 'No.', code: 'not_allowed' }, { status: 403 }));
    await part.findByText(/^The payments could not be loaded\./);
    expect(part.queryByRole('button', { name: 'Record Payment' })).toBeNull();
    server.reply(listInvoiceTransactions, { success: true, data: [] });
    await userEvent.click(part.getByRole('button', { name: 'Try Again' }));
    await part.findByRole('button', { name: 'Record Payment' });
  });

  it('record a refund of a payment', async () => {
    await openPayments(server, [partly(44)], { address: '/crm/payments' });
    server.reply(listInvoiceTransactions, { success: true, data: [aTransaction(7, { invoice_id: 44 })] });
    await press('View INV-1044');
    await userEvent.click(await screen.findByRole('button', { name: 'Refund $25.00 of 03/05/2026' }));
    const form = within(await screen.findByRole('form', { name: 'Refund' }));
    expect(form.queryByRole('radio', { checked: true })).toBeNull();
    await userEvent.click(form.getByRole('button', { name: 'Record Refund' }));
    form.getByText('Choose whether you refunded the money or the payment was returned.');
    expect(server.calls(refundPayment)).toEqual([]);
    await userEvent.click(form.getByRole('radio', { name: /^Refund/ }));
    const amount = form.getByLabelText('Refund amount');
    await userEvent.clear(amount);
    await userEvent.type(amount, '26');
    await userEvent.click(form.getByRole('button', { name: 'Record Refund' }));
    form.getByText('Only $25.00 of this payment can still be refunded');
    await userEvent.clear(amount);
    await userEvent.type(amount, '10');
    server.reply(refundPayment, { success: true, data: aTransaction(8), invoice: partly(44) });
    await userEvent.click(form.getByRole('button', { name: 'Record Refund' }));
    await screen.findByText('The refund of $10.00 was recorded.');
    expect(server.calls(refundPayment)[0]?.path).toBe('/transactions/7/refund');
    expect(server.calls(refundPayment)[0]?.body).toMatchObject({ kind: 'refund', amount_cents: 1000 });
  });

  it('record a returned payment, whose amount becomes due again', async () => {
    await openPayments(server, [partly(44)], { address: '/crm/payments' });
    server.reply(listInvoiceTransactions, { success: true, data: [aTransaction(7, { invoice_id: 44 })] });
    await press('View INV-1044');
    await userEvent.click(await screen.findByRole('button', { name: 'Refund $25.00 of 03/05/2026' }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Returned payment/ }));
    const form = within(await screen.findByRole('form', { name: 'Returned payment' }));
    form.getByText(
      'A bounced check, dispute or chargeback, or a payment recorded by mistake. The amount becomes due again.',
    );
    form.getByText(
      'You refunded the money. The invoice is not paid in full, so the amount becomes due again.',
    );
    server.reply(refundPayment, { success: true, data: aTransaction(8), invoice: partly(44) });
    await userEvent.click(form.getByRole('button', { name: 'Record Return' }));
    await screen.findByText('The return of $25.00 was recorded.');
    expect(server.calls(refundPayment)[0]?.body).toMatchObject({ kind: 'reversal', amount_cents: 2500 });
  });

  it('offer to refund the rest of a payment, but not a fully refunded one', async () => {
    const rows = [
      aTransaction(7, { invoice_id: 46 }),
      aTransaction(8, { invoice_id: 46, kind: 'refund', amount: 1000, refund_of: 7 }),
      aTransaction(9, { invoice_id: 46, paid_on: '2026-03-06' }),
      aTransaction(10, { invoice_id: 46, kind: 'refund', refund_of: 9, paid_on: '2026-03-06' }),
    ];
    await openPayments(server, [partly(46)], { address: '/crm/payments' });
    server.reply(listInvoiceTransactions, { success: true, data: rows });
    await press('View INV-1046');
    await userEvent.click(await screen.findByRole('button', { name: /^Refund / }));
    const form = within(await screen.findByRole('form', { name: 'Refund' }));
    expect(form.getByLabelText('Refund amount')).toHaveProperty('value', '15.00');
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    // Focus stays inside the dialog, so Tab continues from there.
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Payments' }));
  });

  it('count a pending transfer as received', async () => {
    const onItsWay = (amount: number) =>
      server.reply(listInvoiceTransactions, {
        success: true,
        data: [aTransaction(7, { invoice_id: 47, payment_status: 'pending', amount })],
      });
    await openPayments(server, [partly(47)], { address: '/crm/payments' });
    onItsWay(2_000);
    await press('View INV-1047');
    await screen.findByText('Pending');
    await press('Record Payment');
    expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '62.00');
  });

  it('say that a provider payment is refunded at the provider, and offer no refund', async () => {
    await openPayments(server, [partly(44)], { address: '/crm/payments' });
    server.reply(listInvoiceTransactions, {
      success: true,
      data: [aTransaction(7, { invoice_id: 44, refund_at_provider: true })],
    });
    await press('View INV-1044');
    await screen.findByText(REFUND_AT_PROVIDER);
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
    await press('Record Return of $25.00 of 03/05/2026');
    const form = within(await screen.findByRole('form', { name: 'Returned payment' }));
    expect(form.queryByRole('radio')).toBeNull();
    server.reply(refundPayment, { success: true, data: aTransaction(8), invoice: partly(44) });
    await userEvent.click(form.getByRole('button', { name: 'Record Return' }));
    await screen.findByText('The return of $25.00 was recorded.');
    expect(server.calls(refundPayment)[0]?.body).toMatchObject({ kind: 'reversal', amount_cents: 2500 });
  });

  it('download the invoice as a PDF named by its reference', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:x';
    await openPayments(server, [partly(45)], { address: '/crm/payments?invoice=45' });
    server.respond(getInvoicePdf, () => new Response('%PDF'));
    await userEvent.click(await screen.findByRole('button', { name: 'PDF' }));
    await waitFor(() => expect(saved).toEqual(['INV-1045.pdf']));
  });
});

describe('payment provider updates', () => {
  it('show a payment in progress, and offer neither edit nor void', async () => {
    const invoice = anInvoice(61, { status: 'sent', provider_status: 'processing' });
    await openPayments(server, [invoice], { address: '/crm/payments?invoice=61' });
    const part = within(await dialog('Invoice INV-1061'));
    part.getByText('Payment processing');
    part.getByText(/^A payment of this invoice is being processed\./);
    for (const name of ['Edit Invoice', 'Void'])
      expect(part.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  });

  it.each([
    [{ status: 'paid', provider_status: 'partially_refunded', refunded_cents: 2500 }, 'Refunded $25.00'],
    [{ status: 'void', provider_status: 'failed' }, 'The payment provider stopped this invoice.'],
    [{ status: 'void', provider_status: 'cancelled' }, 'This invoice was cancelled at the payment provider.'],
    [
      { status: 'sent', provider_status: 'ON_THE_MOON' },
      'The payment provider reports the status “ON_THE_MOON” for this invoice, which this portal does not recognize.',
    ],
  ] as const)('shows %o', async (fields, text) => {
    await openPayments(server, [anInvoice(62, fields)], { address: '/crm/payments?invoice=62' });
    within(await dialog('Invoice INV-1062')).getByText(text);
  });
});

describe('an invoice created by the scheduler', () => {
  const scheduled = (id: number) => anInvoice(id, { is_recurring: true, recurring_payment_id: 7 });

  it('shows no recurrence of its own', async () => {
    await openPayments(server, [scheduled(81)], { address: '/crm/payments?invoice=81' });
    const part = within(await dialog('Invoice INV-1081'));
    part.getByText('Created by a recurring payment');
    expect(part.queryByText(/yearly/)).toBeNull();
  });

  it('offers no recurring options, which would have no effect', async () => {
    await openPayments(server, [scheduled(82)]);
    await press('Edit INV-1082');
    const part = within(await dialog('Edit Invoice'));
    await part.findByText(/This invoice was created by a recurring payment/);
    expect(part.queryByLabelText(/Recurring invoice/)).toBeNull();
    expect(part.queryByText('Upcoming invoices')).toBeNull();
  });
});
