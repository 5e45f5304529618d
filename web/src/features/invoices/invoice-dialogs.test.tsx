import {
  generateInvoiceLink,
  getInvoice,
  listInvoices,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from '@ledgerline/contract/invoices/endpoints';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { openLive } from '@ledgerline/contract/live/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubClipboard } from '../../testing/clipboard.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeTime, passTime } from '../../testing/fake-time.ts';
import { liveStream } from '../../testing/live-stream.ts';
import { openPayments } from '../../testing/open-payments.ts';
import { fakeServer } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { anInvoice, COUNTS } from './testing/invoices.ts';

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const dialog = (name: string) => screen.findByRole('dialog', { name });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Opens the dialog behind an action of the first row. */
async function chooseAction(invoice: Invoice, action: string, name: string) {
  await openPayments(server, [invoice]);
  await press(`${action} ${invoice.external_ref}`);
  return within(await dialog(name));
}

describe('Send Invoice', () => {
  it('shows reference, contact and effect, reads Sending... while busy, and sends once', async () => {
    const part = await chooseAction(anInvoice(11), 'Send', 'Send Invoice');
    for (const text of ['INV-1011 · $107.00', 'Maria Alvarez', 'maria@example.com', '(305) 555-1000'])
      part.getByText(text);
    part.getByText('This will send an email with invoice details and a secure payment link.');
    part.getByRole('button', { name: 'Edit Invoice' });
    part.getByRole('button', { name: 'Cancel' });
    let answer = (_: Response) => undefined as unknown;
    server.respond(sendInvoice, () => new Promise<Response>((resolve) => (answer = resolve)));
    await press('Send Invoice');
    const busy = await part.findByRole('button', { name: 'Sending...' });
    await userEvent.click(busy);
    const data = anInvoice(11, { status: 'sent' });
    await act(async () => answer(Response.json({ success: true, message: 'The invoice was sent.', data })));
    within(await dialog('Invoice Sent')).getByText('The invoice was sent.');
    expect(server.calls(sendInvoice)).toHaveLength(1);
  });

  it('offers the payment link to copy without a mail server', async () => {
    const copied: string[] = [];
    stubClipboard(async (text) => void copied.push(text));
    const message = 'The invoice is marked as sent. Email isn’t connected. Copy the link instead.';
    const data = anInvoice(11, { status: 'sent', square_public_url: 'http://portal.test/pay/x' });
    server
      .reply(getPublicSettings, { success: true, data: somePublicSettings({ is_email_connected: false }) })
      .reply(sendInvoice, { success: true, message, data });
    const part = await chooseAction(anInvoice(11), 'Send', 'Send Invoice');
    await part.findByText(/^Email isn’t connected\. The invoice is marked as sent\./);
    expect(part.queryByText(/will send/)).toBeNull();
    await press('Send Invoice');
    const result = within(await dialog('Email Not Sent'));
    result.getByText(message);
    await userEvent.click(result.getByRole('button', { name: 'Copy Payment Link' }));
    await waitFor(() => expect(copied).toEqual(['http://portal.test/pay/x']));
  });

  it('says that nothing is sent automatically with only a phone number', async () => {
    const part = await chooseAction(anInvoice(12, { email: null }), 'Send', 'Send Invoice');
    part.getByText(/no email will be sent.*Send the payment link to \(305\) 555-1000/);
    expect(part.queryByText(/will send/)).toBeNull();
  });

  it('opens the form', async () => {
    await chooseAction(anInvoice(13), 'Send', 'Send Invoice');
    await press('Edit Invoice');
    await dialog('Edit Invoice');
  });

  it('shows an error, stays open, and retries with the same key', async () => {
    server.replyError(sendInvoice, 'wrong_state', 'The provider is away.');
    await chooseAction(anInvoice(14), 'Send', 'Send Invoice');
    await press('Send Invoice');
    within(await dialog('Failed to Send Invoice')).getByText('The provider is away.');
    await press('OK');
    await press('Send Invoice');
    await waitFor(() => expect(server.calls(sendInvoice)).toHaveLength(2));
    const keys = server.calls(sendInvoice).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
  });

  it('requires contact information and offers to edit', async () => {
    const part = await chooseAction(
      anInvoice(15, { email: ' ', phone: null }),
      'Send',
      'Contact Information Required',
    );
    part.getByRole('button', { name: 'Cancel' });
    await press('Edit Invoice');
    await dialog('Edit Invoice');
    expect(server.calls(sendInvoice)).toHaveLength(0);
  });
});

describe('Contact Information Required', () => {
  it('opens the form, which keeps the input when saving fails', async () => {
    server.replyError(updateInvoice, 'wrong_state', 'Not now.');
    await chooseAction(anInvoice(16, { email: null, phone: null }), 'Send', 'Contact Information Required');
    await press('Edit Invoice');
    const form = within(await dialog('Edit Invoice'));
    const email = await form.findByLabelText('Email');
    await userEvent.type(email, 'maria@example.com');
    await userEvent.click(form.getByRole('button', { name: 'Save INV-1016' }));
    within(await dialog('Failed to Save Invoice')).getByText('Not now.');
    await press('OK');
    expect(email).toHaveProperty('value', 'maria@example.com');
    await userEvent.click(form.getByRole('button', { name: 'Save INV-1016' }));
    await waitFor(() => expect(server.calls(updateInvoice)).toHaveLength(2));
  });
});

describe('Void Invoice', () => {
  const SENTENCE = 'Are you sure you want to void invoice INV-1021? This action cannot be undone.';

  it('confirms with the exact text and voids', async () => {
    const part = await chooseAction(anInvoice(21), 'Void', 'Void Invoice');
    part.getByText(SENTENCE);
    part.getByRole('button', { name: 'Cancel' });
    const data = anInvoice(21, { status: 'void' });
    server.reply(voidInvoice, { success: true, data, invoice: data });
    await press('Yes, Void Invoice');
    within(await dialog('Invoice Voided')).getByText('Invoice INV-1021 was voided.');
  });

  it('shows the amount already paid', async () => {
    const invoice = anInvoice(21, { status: 'partially_paid', paid_amount_cents: 2500 });
    const part = await chooseAction(invoice, 'Void', 'Void Invoice');
    part.getByText(SENTENCE);
    part.getByText(/^\$25\.00 has already been paid on it/);
  });

  it('shows an error when it fails', async () => {
    server.replyError(voidInvoice, 'wrong_state', 'It was paid meanwhile.');
    await chooseAction(anInvoice(22), 'Void', 'Void Invoice');
    await press('Yes, Void Invoice');
    within(await dialog('Failed to Void Invoice')).getByText('It was paid meanwhile.');
    await press('OK');
    await press('Yes, Void Invoice');
    await waitFor(() => expect(server.calls(voidInvoice)).toHaveLength(2));
  });
});

describe('the payment link dialog', () => {
  async function generate(invoice: Invoice) {
    await openPayments(server, [invoice], { address: `/crm/payments?invoice=${invoice.id}` });
    await screen.findByRole('button', { name: 'Generate Payment Link' });
    await press('Generate Payment Link');
  }

  it('shows the server’s progress, then shows and copies the link', async () => {
    const live = liveStream(server);
    const copied: string[] = [];
    let answer = (_: Response) => undefined as unknown;
    server.respond(generateInvoiceLink, () => new Promise<Response>((resolve) => (answer = resolve)));
    await generate(anInvoice(31));
    const part = within(await dialog('Generating Payment Link...'));
    const marks = () =>
      part.getAllByRole('listitem').map((item) => [item.textContent, item.getAttribute('aria-current')]);
    expect(marks()).toEqual([
      ['Creating provider customer', 'step'],
      ['Creating order', null],
      ['Publishing invoice', null],
      ['Generating payment URL', null],
    ]);
    live.push({ kind: 'invoices', ids: [99], fields: ['link:publish'] });
    live.push({ kind: 'invoices', ids: [31], fields: ['link:order'] });
    live.push({ kind: 'invoices', ids: [31], fields: ['link:customer'] });
    await waitFor(() => expect(marks()[2]?.[1]).toBe('step'));
    expect(part.getAllByRole('img', { name: 'Done' })).toHaveLength(2);
    stubClipboard(async (text) => void copied.push(text));
    const url = 'https://pay.test/pay/abc';
    await act(async () => answer(Response.json({ success: true, payment_url: url, message: '' })));
    const ready = within(await dialog('Payment Link Ready'));
    const box = ready.getByLabelText('Payment link');
    expect([box.getAttribute('value'), box.hasAttribute('readonly')]).toEqual([url, true]);
    await waitFor(() => expect(copied).toEqual([url]));
    expect(document.activeElement).toBe(ready.getByRole('button', { name: 'Done' }));
    // The button reads 'Copied!' for two seconds.
    await userEvent.click(ready.getByRole('button', { name: /^Cop/ }));
    await userEvent.click(ready.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Payment Link Ready' })).toBeNull());
    expect(server.calls(generateInvoiceLink)).toHaveLength(1);
  });

  it('shows when copying fails and leaves the link for manual copying', async () => {
    server.reply(generateInvoiceLink, { success: true, payment_url: 'https://pay.test/x', message: '' });
    stubClipboard(() => Promise.reject(new Error('not allowed')));
    await generate(anInvoice(32));
    const ready = within(await dialog('Payment Link Ready'));
    await ready.findByText('Failed to copy to clipboard');
    ready.getByRole('button', { name: 'Copy' });
  });

  it('shows the error', async () => {
    server.replyError(generateInvoiceLink, 'wrong_state', 'The account is closed.');
    await generate(anInvoice(33));
    const part = within(await dialog('Error Generating Link'));
    part.getByText('Failed to generate payment link');
    part.getByText('The account is closed.');
    part.getByText('Please try again or contact support if the issue persists.');
    // The last one: the dialog's close icon has the same name.
    await userEvent.click(part.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Error Generating Link' })).toBeNull());
  });

  it('does not repeat a generic server error', async () => {
    server.replyError(generateInvoiceLink, 'wrong_state', 'Failed to generate payment link');
    await generate(anInvoice(35));
    const part = within(await dialog('Error Generating Link'));
    expect(part.getAllByText('Failed to generate payment link')).toHaveLength(1);
    part.getByText('Please try again or contact support if the issue persists.');
  });

  it('is not created for an invoice without email and phone', async () => {
    await generate(anInvoice(34, { email: null, phone: '' }));
    await dialog('Contact Information Required');
    expect(server.calls(generateInvoiceLink)).toHaveLength(0);
  });
});

describe('Payment Received', () => {
  const sent = (id: number) => anInvoice(id, { status: 'sent' });
  const paid = (id: number) =>
    anInvoice(id, { status: 'paid', progress: 100, updated_at: '2026-03-09T15:00:00.000Z' });

  it('shows once for a live payment event, even if the filter then hides the invoice', async () => {
    const live = liveStream(server);
    await openPayments(server, [sent(51)], { address: '/crm/payments?status=sent' });
    server.reply(getInvoice, { success: true, data: paid(51), invoice: paid(51) });
    server.reply(listInvoices, { success: true, data: [], total: 0, counts: COUNTS });
    live.push({ kind: 'invoices', ids: [51] });
    live.push({ kind: 'invoices', ids: [51] });
    await screen.findByText('Payment Received');
    screen.getByText('Invoice INV-1051 of Maria Alvarez was paid: $107.00.');
    await screen.findByText('No invoices found');
    expect(screen.getAllByText('Payment Received')).toHaveLength(1);
  });

  it('does not show for an invoice that credits have left with nothing to pay', async () => {
    const live = liveStream(server);
    await openPayments(server, [sent(61), sent(62)]);
    const free = { ...paid(61), subtotal_cents: 0, tax_cents: 0, total_cents: 0 };
    const [first, second] = [free, paid(62)];
    server.reply(getInvoice, { success: true, data: first, invoice: first });
    live.push({ kind: 'invoices', ids: [61] });
    await waitFor(() => expect(server.calls(getInvoice)).toHaveLength(1));
    server.reply(getInvoice, { success: true, data: second, invoice: second });
    live.push({ kind: 'invoices', ids: [62] });
    await screen.findByText('Invoice INV-1062 of Maria Alvarez was paid: $107.00.');
    expect(screen.getAllByText('Payment Received')).toHaveLength(1);
  });

  it('polls every 5 s only while live updates are unavailable', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.respond(openLive, () => Response.error());
    fakeTime();
    await openPayments(server, [sent(52)], { address: '/crm/payments?invoice=52' });
    await dialog('Invoice INV-1052');
    const before = server.calls(getInvoice).length;
    server.reply(getInvoice, { success: true, data: paid(52), invoice: paid(52) });
    await passTime(5000);
    await screen.findByText('Payment Received');
    const callCount = server.calls(getInvoice).length;
    expect(callCount).toBeGreaterThan(before);
    await passTime(5500);
    expect(server.calls(getInvoice)).toHaveLength(callCount);
  });

  it('does not poll while live updates are available', async () => {
    fakeTime();
    await openPayments(server, [sent(53)], { address: '/crm/payments?invoice=53' });
    await dialog('Invoice INV-1053');
    const before = server.calls(getInvoice).length;
    await passTime(5500);
    expect(server.calls(getInvoice)).toHaveLength(before);
  });
});
