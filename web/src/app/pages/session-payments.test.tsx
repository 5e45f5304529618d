import { getAgent } from '@ledgerline/contract/agents/endpoints';
import { getClient } from '@ledgerline/contract/clients/endpoints';
import { createInvoice, draftSessionInvoice } from '@ledgerline/contract/invoices/endpoints';
import type { PaymentState } from '@ledgerline/contract/rules';
import {
  generateSessionToken,
  getSession,
  getSessionPaymentData,
  type Session,
  type SessionPaymentData,
} from '@ledgerline/contract/sessions/endpoints';
import { listSessionSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aClient } from '../../features/clients/testing/clients.ts';
import { anInvoice, serveInvoices } from '../../features/invoices/testing/invoices.ts';
import { aForm, aSession } from '../../features/sessions/testing/sessions.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const PAGE = '/crm/clients/7/sessions/5';
const NO_PAYMENTS: SessionPaymentData = {
  transactions: [],
  recurringPayment: null,
  invoices: [],
  paid_cents: 0,
  settled_cents: 0,
};

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** A server with one priced session; requests unrelated to payments fail and show as errors elsewhere on the page. */
function aServer(fields: Partial<Session>, payments = NO_PAYMENTS) {
  const session = aSession({ forms_count: 1, ...fields });
  return fakeServer()
    .reply(getSession, { success: true, data: session, session })
    .reply(listSessionSubmissions, { success: true, sessionForms: [aForm()] })
    .reply(getSessionPaymentData, { success: true, ...payments, data: payments })
    .reply(getClient, { success: true, data: aClient(7) })
    .reply(listTemplates, { success: true, forms: [] })
    .replyError(generateSessionToken, 'not_allowed', 'No.')
    .replyError(getAgent, 'not_allowed', 'No.');
}

async function paymentCard() {
  return within(await screen.findByRole('region', { name: 'Payment Information' }));
}

const PAYMENT = {
  id: 1,
  kind: 'payment',
  payment_method: 'ach',
  card_brand: null,
  card_last4: null,
  amount: 12_840,
  payment_status: 'completed',
  created_at: '2026-11-20T15:00:00.000Z',
} as const;

const INVOICE = {
  id: 4,
  title: 'Onboarding',
  external_ref: 'INV-1',
  status: 'sent',
  payment_state: 'sent' as PaymentState,
  total_cents: 12_000,
  is_made_by_schedule: false,
};

describe('payments of a session', () => {
  it('distinguishes refunds from payments and from failed payments', async () => {
    aServer(
      { payment_card: 'Payment Received', total_cents: 12_840 },
      {
        transactions: [
          PAYMENT,
          { ...PAYMENT, id: 2, kind: 'refund', payment_method: 'cash', amount: 500 },
          { ...PAYMENT, id: 3, amount: 700, payment_status: 'failed' },
        ],
        recurringPayment: null,
        invoices: [{ ...INVOICE, status: 'paid', payment_state: 'paid' }],
        paid_cents: 10_000,
        settled_cents: 10_000,
      },
    );
    renderApp(PAGE);
    const card = await paymentCard();
    await card.findByText('Refund · Cash');
    card.getByText('-$5.00');
    card.getByText('Payment Received');
    card.getByText('$100.00 of $128.40 paid · $28.40 owed');
    within(screen.getByRole('region', { name: 'Session' })).getByText('$28.40 owed');
    expect(card.getByText('$7.00').tagName).toBe('S');
    expect(card.getByRole('link', { name: 'Onboarding' }).getAttribute('href')).toBe(
      '/crm/payments?invoice=4',
    );
  });
});

describe('an invoice of a session', () => {
  const draft = {
    title: 'Session 1',
    customer_id: 7,
    session_id: 5,
    full_name: 'Maria Alvarez',
    email: 'maria@example.com',
    phone: null,
    square_account: 'BFA' as const,
    is_tax_enabled: true,
    tax_rate: 0.07,
    is_recurring: false,
    recurring_frequency: null,
    line_items: [{ description: 'Advisory Agreement', quantity: 1, unit_price_cents: 12_000 }],
  };
  const sums = { payment_card: 'Payment Pending', total_cents: 12_840 } as const;

  it('starts with the total of the forms', async () => {
    const server = aServer(sums)
      .reply(draftSessionInvoice, { success: true, data: draft })
      .replyError(createInvoice, 'wrong_state', 'Not now.');
    renderApp(PAGE);
    const payment = await paymentCard();
    await userEvent.click(payment.getByRole('button', { name: 'Create Invoice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Invoice' }));
    dialog.getByDisplayValue('Advisory Agreement');
    dialog.getByText('$128.40');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Invoice' }));
    await waitFor(() => expect(server.calls(createInvoice)).toHaveLength(1));
    expect(server.calls(createInvoice)[0]?.body).toMatchObject({
      session_id: 5,
      customer_id: 7,
      square_account: 'BFA',
      line_items: [{ description: 'Advisory Agreement', quantity: 1, unit_price_cents: 12_000 }],
    });
  });

  it('requires a choice of account if the accounts of the templates differ', async () => {
    const undecided = { ...draft, square_account: null };
    const server = aServer(sums).reply(draftSessionInvoice, { success: true, data: undecided });
    renderApp(PAGE);
    const payment = await paymentCard();
    await userEvent.click(payment.getByRole('button', { name: 'Create Invoice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Invoice' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create Invoice' }));
    dialog.getByText('Please select a Square payment account (BFS or BFA).');
    const first = dialog.getByLabelText('BFS (financial services)');
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(server.calls(createInvoice)).toHaveLength(0);
  });

  it('explains the schedule of a yearly template before anything is stored', async () => {
    const yearly = { ...draft, is_recurring: true, recurring_frequency: 'YEARLY' as const };
    aServer(sums).reply(draftSessionInvoice, { success: true, data: yearly });
    renderApp(PAGE);
    const payment = await paymentCard();
    await userEvent.click(payment.getByRole('button', { name: 'Create Invoice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Invoice' }));
    expect(dialog.getByLabelText('Summary').textContent).toMatch(
      /^\$128\.40 now, then every year until cancelled; next invoice on [A-Z][a-z]{2} \d{1,2}, \d{4}$/,
    );
    dialog.getByRole('button', { name: 'Create Invoice and Schedule' });
  });

  it('is linked when one exists, and creating another needs confirmation', async () => {
    const rest = [{ description: 'Balance of Session 1', quantity: 1, unit_price_cents: 840 }];
    const gone = { ...INVOICE, id: 5, external_ref: 'INV-2', status: 'void', payment_state: 'void' as const };
    const later = { ...INVOICE, id: 6, external_ref: 'INV-3', is_made_by_schedule: true };
    const server = aServer(sums, { ...NO_PAYMENTS, invoices: [INVOICE, gone, later] }).reply(
      draftSessionInvoice,
      {
        success: true,
        data: { ...draft, line_items: rest, is_tax_enabled: false },
      },
    );
    const { router } = renderApp(PAGE);
    const payment = await paymentCard();
    const another = await payment.findByRole('button', { name: 'Create Another Invoice' });
    payment.getByText('This session has invoice INV-1 (sent).');
    expect(payment.queryByRole('button', { name: 'Create Invoice' })).toBeNull();
    await userEvent.click(another);
    const confirmation = within(await screen.findByRole('dialog', { name: 'Create another invoice?' }));
    expect(server.calls(draftSessionInvoice)).toHaveLength(0);
    await userEvent.click(confirmation.getByRole('button', { name: 'Create Another Invoice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Invoice' }));
    dialog.getByDisplayValue('Balance of Session 1');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(payment.getByRole('button', { name: 'Open Invoice INV-1' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ invoice: 4 }));
  });

  it.each(['link', 'button'] as const)(
    'returns to the session when it is closed after opening it by its %s',
    async (role) => {
      const known = { ...NO_PAYMENTS, invoices: [INVOICE] };
      const server = aServer(sums, known);
      serveInvoices(server, [anInvoice(4)]);
      const { router } = renderApp(PAGE);
      const payment = await paymentCard();
      const name = role === 'link' ? INVOICE.title : 'Open Invoice INV-1';
      await userEvent.click(await payment.findByRole(role, { name }));
      await waitFor(() => expect(router.state.location.search).toMatchObject({ invoice: 4 }));
      await screen.findByRole('dialog');
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(router.state.location.pathname).toBe(PAGE));
    },
  );

  it('is not offered until it is known whether one exists', async () => {
    const server = aServer(sums).replyError(getSessionPaymentData, 'not_allowed', 'No.');
    renderApp(PAGE);
    const payment = await paymentCard();
    await payment.findByText('The payments could not be loaded. No.');
    expect(payment.queryByRole('button', { name: /Invoice/ })).toBeNull();
    const known = { ...NO_PAYMENTS, invoices: [INVOICE] };
    server.reply(getSessionPaymentData, { success: true, ...known, data: known });
    await userEvent.click(payment.getByRole('button', { name: 'Try Again' }));
    await payment.findByRole('button', { name: 'Open Invoice INV-1' });
  });

  it('shows why another one could not be prepared, and retries', async () => {
    const server = aServer(sums, { ...NO_PAYMENTS, invoices: [INVOICE] });
    server.replyError(draftSessionInvoice, 'wrong_state', 'Not now.');
    renderApp(PAGE);
    const payment = await paymentCard();
    const request = async () => {
      await userEvent.click(await payment.findByRole('button', { name: 'Create Another Invoice' }));
      const confirmation = within(await screen.findByRole('dialog', { name: 'Create another invoice?' }));
      await userEvent.click(confirmation.getByRole('button', { name: 'Create Another Invoice' }));
    };
    await request();
    await screen.findByText('The invoice could not be prepared');
    screen.getByText('Not now.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.reply(draftSessionInvoice, { success: true, data: draft });
    await request();
    await screen.findByRole('dialog', { name: 'Create Invoice' });
  });

  it('shows why it could not be prepared', async () => {
    aServer(sums).replyError(draftSessionInvoice, 'not_found', 'Session not found.');
    renderApp(PAGE);
    const payment = await paymentCard();
    await userEvent.click(payment.getByRole('button', { name: 'Create Invoice' }));
    await screen.findByText('The invoice could not be prepared');
    screen.getByText('Session not found.');
  });
});
