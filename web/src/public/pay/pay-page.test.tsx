import { getPayPage, type PayPage, payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { storeReturnPath, storeSessionToken } from '../session/return-path.ts';
import { PAGE } from './testing/pay-page.ts';

const SETTLED = { paid_cents: 12_840, due_cents: 0 };

const DECLINED = /^The payment was declined\. You weren’t charged\./;
const STALE = /the service is unavailable right now\.$/;

let server: FakeServer;
type Answer = 'paid' | 'partially_paid' | 'declined' | 'processing';

beforeEach(() => {
  server = publicServer();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

function page(changes: Partial<PayPage> = {}) {
  server.reply(getPayPage, { success: true, data: { ...PAGE, ...changes } });
}

/** Responses to a payment, and to the page afterwards. */
function answer(state: Answer, after: Partial<PayPage>) {
  server.reply(payOnPage, () => {
    page(after);
    return { success: true as const, state, message: '', data: { ...PAGE, ...after } };
  });
}

async function open(changes: Partial<PayPage> = {}) {
  page(changes);
  openPublicPage('/pay/token');
  await screen.findByText('TEST MODE');
}

const keys = () => server.calls(payOnPage).map(({ body }) => (body as { key: string }).key);
const pay = () => userEvent.click(screen.getByRole('button', { name: /^Pay/ }));

describe('the pay page', () => {
  it('shows the invoice, the payee, and the test notice', async () => {
    await open({ paid_cents: 2840, due_cents: 10_000 });
    screen.getByRole('heading', { name: 'Advisory fee' });
    const invoice = within(screen.getByRole('region', { name: 'Details' }));
    for (const text of ['Plan', '2.5 × $40.00', 'Review', '$20.00', '$120.00', '$8.40', '-$28.40'])
      invoice.getByText(text);
    screen.getByText('Payable to Ledgerline');
    for (const text of ['Invoice INV-1001', 'For Maria Alvarez', 'Due date: December 1, 2026'])
      screen.getByText(text);
    screen.getByText('Test card: 4111 1111 1111 1111, valid until 12/34, code 111');
    screen.getByText('Checks to Ledgerline, P.O. Box 7.');
    screen.getByRole('button', { name: 'Pay $100.00' });
    expect(server.calls(getPayPage)[0]?.path).toBe('/pay/token');
  });

  it('states when the invoice repeats, in the language of the page', async () => {
    await open({ recurring: { en: 'Repeats every month.', es: 'Se repite cada mes.', pt: 'Repete-se.' } });
    screen.getByText('Repeats every month.');
    await userEvent.click(screen.getByRole('button', { name: 'Español' }));
    screen.getByText('Se repite cada mes.');
  });

  it('offers the invoice as a PDF, open and paid, unless there is none', async () => {
    await open({ state: 'paid', ...SETTLED, pdf_url: '/api/pay/token/pdf' });
    const link = screen.getByRole('link', { name: 'Invoice (PDF)' });
    expect(link.getAttribute('href')).toBe('/api/pay/token/pdf');
    page({ pdf_url: null });
    window.dispatchEvent(new Event('focus'));
    await screen.findByRole('heading', { name: 'Advisory fee' });
    expect(screen.queryByRole('link', { name: 'Invoice (PDF)' })).toBeNull();
  });

  it('uses the client’s language until another is chosen', async () => {
    page({ language: 'es' });
    openPublicPage('/pay/token');
    await screen.findByText('MODO DE PRUEBA');
    await userEvent.click(screen.getByRole('button', { name: 'Português' }));
    screen.getByText('MODO DE TESTE');
    screen.getByText('Vencimento: 1 de dezembro de 2026');
  });

  it.each([
    ['paid', 'This invoice is already paid.'],
    ['cancelled', 'This invoice was cancelled and can no longer be paid.'],
    ['processing', 'Your bank payment is being processed.'],
    ['refunded', 'This invoice was paid and refunded.'],
  ] as const)('shows the state %s and accepts no payment', async (state, text) => {
    await open({ state, due_cents: 0 });
    screen.getByRole('heading', { name: text });
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('reports an unknown link and a failure to load the invoice', async () => {
    server.replyError(getPayPage, 'not_found', 'This payment link is not valid.');
    const view = openPublicPage('/pay/token');
    await screen.findByRole('heading', { name: 'This payment link is not valid.' });
    view.unmount();
    server.replyError(getPayPage, 'not_allowed', 'No.');
    openPublicPage('/pay/token');
    await screen.findByRole('heading', { name: 'We couldn’t load the invoice' });
    page();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Advisory fee' });
  });
});

describe('paying', () => {
  it('pays once when the button is pressed repeatedly, and thanks', async () => {
    storeSessionToken('a.b.c', false);
    storeReturnPath('/pay/token');
    answer('paid', { state: 'paid', ...SETTLED });
    await open();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Pay $128.40' }));
    const thanks = await screen.findByRole('heading', { name: 'Thank you. Your payment was received.' });
    screen.getByText('Ledgerline received $128.40 for invoice INV-1001.');
    expect(document.activeElement).toBe(thanks);
    expect(server.calls(payOnPage)).toHaveLength(1);
    expect(server.calls(payOnPage)[0]?.body).toMatchObject({ outcome: 'paid', method: 'card' });
    const back = screen.getByRole('link', { name: 'Back to all your forms' });
    expect(back.getAttribute('href')).toBe('/secure/a.b.c');
  });

  it('accepts a partial payment up to the amount due, and then the balance', async () => {
    answer('partially_paid', { paid_cents: 2840, due_cents: 10_000 });
    await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Only part of it is paid' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Amount to pay' }), '500');
    await pay();
    screen.getByText('Please enter an amount from $0.01 to $128.40.');
    expect(server.calls(payOnPage)).toHaveLength(0);
    await userEvent.clear(screen.getByRole('textbox', { name: 'Amount to pay' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Amount to pay' }), '28.40');
    await userEvent.click(screen.getByRole('button', { name: 'Pay $28.40' }));
    await screen.findByText('Ledgerline received $28.40 for invoice INV-1001. Balance due: $100.00.');
    expect(server.calls(payOnPage)[0]?.body).toMatchObject({ outcome: 'partial', amount_cents: 2840 });
    await userEvent.click(screen.getByRole('button', { name: 'Pay the balance' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Advisory fee' }));
    screen.getByRole('button', { name: 'Pay $100.00' });
  });

  it('shows the balance after a partial payment at once, even while an earlier request is in flight', async () => {
    await open();
    let answerOldPoll = (_: Response) => undefined as unknown;
    server.respond(getPayPage, () => new Promise<Response>((resolve) => (answerOldPoll = resolve)));
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(server.calls(getPayPage)).toHaveLength(2));
    const data = { ...PAGE, paid_cents: 2840, due_cents: 10_000 };
    server.reply(payOnPage, { success: true, state: 'partially_paid', message: '', data });
    await userEvent.click(screen.getByRole('radio', { name: 'Only part of it is paid' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Amount to pay' }), '28.40');
    await userEvent.click(screen.getByRole('button', { name: 'Pay $28.40' }));
    await screen.findByText('Ledgerline received $28.40 for invoice INV-1001. Balance due: $100.00.');
    await act(async () => answerOldPoll(Response.json({ success: true, data: PAGE })));
    await userEvent.click(screen.getByRole('button', { name: 'Pay the balance' }));
    screen.getByRole('button', { name: 'Pay $100.00' });
  });

  it('reports a declined payment and retries with another key', async () => {
    answer('declined', {});
    await open();
    await userEvent.click(screen.getByRole('radio', { name: 'The payment is declined' }));
    await pay();
    await screen.findByText(/^The payment was declined\. You weren’t charged\./);
    await pay();
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(new Set(keys()).size).toBe(2);
  });

  it('keeps the key when there was no response', async () => {
    server.respond(payOnPage, () => new Response(null, { status: 501 }));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open();
    await pay();
    await act(() => vi.advanceTimersByTimeAsync(8000));
    await screen.findByText(/You won’t be charged twice/);
    answer('paid', { state: 'paid', ...SETTLED });
    await pay();
    await screen.findByRole('heading', { name: 'Thank you. Your payment was received.' });
    expect(new Set(keys()).size).toBe(1);
    vi.useRealTimers();
  });

  it('shows the current state when the invoice was paid elsewhere meanwhile', async () => {
    await open();
    server.replyError(payOnPage, 'wrong_state', 'This invoice is already paid.');
    page({ state: 'paid', ...SETTLED });
    await pay();
    await screen.findByRole('heading', { name: 'This invoice is already paid.' });
  });

  it.each([
    [{ state: 'paid', ...SETTLED }, 'Thank you. Your payment was received.'],
    [{}, 'The bank didn’t complete the payment. You weren’t charged. You can try again or pay another way.'],
  ] as const)('polls a bank payment until it completes (%#)', async (end, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer('processing', { state: 'processing', due_cents: 0 });
    await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Bank transfer (ACH)' }));
    await userEvent.click(screen.getByRole('radio', { name: 'The payment arrives after a while' }));
    await pay();
    await screen.findByRole('heading', { name: 'Your bank payment is being processed.' });
    expect(server.calls(payOnPage)[0]?.body).toMatchObject({ outcome: 'delayed', method: 'ach' });
    page(end);
    await act(() => vi.advanceTimersByTimeAsync(6000));
    await screen.findByText(text);
    vi.useRealTimers();
  });
});

describe('an open invoice that cannot be refetched', () => {
  it.each([
    ['the service', () => new Response(null, { status: 503 }), /the service is unavailable right now\.$/],
    ['the connection', () => Promise.reject(new TypeError('offline')), /check your internet connection\.$/],
  ] as const)('reports that it is %s', async (_, answers, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open();
    server.respond(getPayPage, answers);
    window.dispatchEvent(new Event('focus'));
    await act(() => vi.advanceTimersByTimeAsync(8000));
    await screen.findByText(text);
    page();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    vi.useRealTimers();
  });
});

describe('polling an invoice that is being paid', () => {
  it('neither shifts the page nor hides the result of a payment when it fails', async () => {
    const scrolled = vi.fn();
    Element.prototype.scrollIntoView = scrolled;
    await open();
    const fails = () => server.replyError(getPayPage, 'not_allowed', 'No.');
    fails();
    window.dispatchEvent(new Event('focus'));
    await screen.findByText(STALE);
    expect(scrolled).not.toHaveBeenCalled();
    answer('declined', {});
    await userEvent.click(screen.getByRole('radio', { name: 'The payment is declined' }));
    await pay();
    await screen.findByText(DECLINED);
    expect(scrolled).toHaveBeenCalled();
    fails();
    vi.mocked(console.warn).mockClear();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    await act(async () => undefined);
    screen.getByText(DECLINED);
    expect(screen.queryByText(STALE)).toBeNull();
  });
});
