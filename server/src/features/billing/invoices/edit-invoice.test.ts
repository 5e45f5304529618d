import { randomUUID } from 'node:crypto';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { listRecurringPayments } from '@ledgerline/contract/recurring-payments/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentError } from '#platform/ports/payments.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildInvoice, buildPublishedInvoice } from '#testing/invoices.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
beforeAll(async () => {
  agent = await signInAs(t.current);
  await t.current.startJobs();
});
// The pay page is rate limited per minute.
beforeEach(() => t.current.clock.advance(61_000));

const invoiceOf = async (id: number) =>
  (await agent.call(endpoints.getInvoice, { params: { id } })).body.data;
const becomes = (id: number, status: string) =>
  expect.poll(async () => (await invoiceOf(id)).status).toBe(status);
const pay = (token: string, outcome: 'paid' | 'delayed') =>
  t.current.call(payOnPage, { params: { token }, body: { key: randomUUID(), outcome } });

describe('an invoice with a pending bank transfer', () => {
  it('keeps the total of the transfer, while its texts can change', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    await pay(token, 'delayed');
    await becomes(id, 'pending');
    const change = (body: object) => agent.call(endpoints.updateInvoice, { params: { id }, body });
    const line_items = [{ description: 'Less', quantity: 1, unit_price_cents: 3000 }];
    const { status, error } = await change({ line_items });
    expect([status, error.message]).toEqual([
      409,
      'A payment of this invoice is in progress: its lines, tax, account and client can’t be changed now.',
    ]);
    expect((await invoiceOf(id)).total_cents).toBe(10_000);
    expect((await change({ title: 'Other words' })).status).toBe(200);
  });
});

describe('an edit with credits', () => {
  it.each([
    ['nothing', -10_000, undefined],
    ['less than nothing', -10_001, /the total would be -\$0\.01, and it must not be below zero\./],
    ['one cent', -9999, undefined],
  ])('that leaves %s to pay follows the rule for new invoices', async (_, unit_price_cents, message) => {
    const { id } = await buildInvoice(t.current);
    const lines = [{ description: 'Advice', quantity: 1, unit_price_cents: 10_000 }];
    const body = {
      line_items: [...lines, { description: 'Credit', quantity: 1, unit_price_cents }],
      is_tax_enabled: false,
    };
    const { status, error } = await agent.call(endpoints.updateInvoice, { params: { id }, body });
    expect(status).toBe(message === undefined ? 200 : 400);
    if (message !== undefined) expect(error.message).toMatch(message);
    expect((await invoiceOf(id)).total_cents).toBe(
      message === undefined ? 10_000 + unit_price_cents : 10_000,
    );
  });
});

describe('a draft whose payment was refunded', () => {
  it('cannot be deleted, because it has recorded payments', async () => {
    const { id } = await buildInvoice(t.current);
    const recorded = await agent.call(endpoints.recordPayment, {
      params: { id },
      body: { amount_cents: 4000, payment_method: 'cash', paid_on: '2026-11-20', note: '' },
    });
    await agent.call(endpoints.refundPayment, {
      params: { id: recorded.body.data.id },
      body: { amount_cents: 4000, refunded_on: '2026-11-20', note: '' },
    });
    expect((await invoiceOf(id)).status).toBe('draft');
    const { status, error } = await agent.call(endpoints.deleteInvoice, { params: { id } });
    expect([status, error.code]).toEqual([409, 'wrong_state']);
  });
});

describe('the recurring option', () => {
  it('creates another schedule when it is selected again after it was removed', async () => {
    const customer_id = await buildClient(t.current);
    const { body } = await agent.call(endpoints.createInvoice, {
      body: {
        title: 'Advice',
        customer_id,
        square_account: 'BFS',
        line_items: [{ description: 'Advice', quantity: 1, unit_price_cents: 5000 }],
        is_recurring: true,
        recurring_frequency: 'MONTHLY',
      },
    });
    const { id } = body;
    const save = (is_recurring: boolean) =>
      agent.call(endpoints.updateInvoice, { params: { id }, body: { is_recurring } });
    const schedules = async () =>
      (await agent.call(listRecurringPayments, { query: { customer_id } })).body.data;
    await save(false);
    expect(await schedules()).toMatchObject([{ status: 'CANCELLED' }]);
    const again = await save(true);
    const [running, ended] = await schedules();
    expect(running).toMatchObject({ status: 'ACTIVE', source_invoice_id: id, invoices_made: 1 });
    expect(again.body.data.recurring_payment_id).toBe(running?.id);
    expect(ended).toMatchObject({ status: 'CANCELLED', next_payment_date: null });
    await agent.call(endpoints.voidInvoice, { params: { id } });
    expect((await schedules()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  it('requires re-authentication to end the schedule, and for no other change', async () => {
    const customer_id = await buildClient(t.current);
    const { body } = await agent.call(endpoints.createInvoice, {
      body: {
        ...{ title: 'Advice', customer_id, square_account: 'BFS', is_recurring: true },
        line_items: [{ description: 'Advice', quantity: 1, unit_price_cents: 5000 }],
        recurring_frequency: 'MONTHLY',
      },
    });
    const params = { id: body.id };
    const { token } = await signInAs(t.current);
    const stale = t.current.withToken(token);
    t.current.clock.advance(16 * 60_000);
    const ended = await stale.call(endpoints.updateInvoice, { params, body: { is_recurring: false } });
    expect([ended.status, ended.error.code]).toEqual([403, 'proof_needed']);
    const renamed = await stale.call(endpoints.updateInvoice, { params, body: { title: 'Other advice' } });
    expect(renamed.body.data).toMatchObject({ title: 'Other advice', is_recurring: true });
    const { body: list } = await stale.call(listRecurringPayments, { query: { customer_id } });
    expect(list.data).toMatchObject([{ status: 'ACTIVE' }]);
  });

  it('creates no new schedule when the schedule was cancelled separately', async () => {
    const customer_id = await buildClient(t.current);
    const { body } = await agent.call(endpoints.createInvoice, {
      body: { title: 'Advice', customer_id, square_account: 'BFS', total_cents: 5000, is_recurring: true },
    });
    await t.current.deps.database.query(
      `update recurring_payments set status = 'CANCELLED', next_payment_date = null where client_id = $1`,
      [customer_id],
    );
    await agent.call(endpoints.updateInvoice, { params: { id: body.id }, body: { title: 'Other words' } });
    const { body: list } = await agent.call(listRecurringPayments, { query: { customer_id } });
    expect(list.data).toMatchObject([{ status: 'CANCELLED' }]);
  });
});

describe('voiding', () => {
  it('still assigns the payment when the response to publishing was lost and the provider has the invoice', async () => {
    const { id } = await buildInvoice(t.current);
    const real = t.current.deps.payments;
    let token = '';
    t.current.deps.payments = {
      ...real,
      publishInvoice: async (invoice, step) => {
        token = (await real.publishInvoice(invoice, step)).publicUrl.split('/pay/')[1] ?? '';
        throw new PaymentError('unavailable', 'the answer was lost');
      },
    } as typeof real;
    await agent.call(endpoints.generateInvoiceLink, { params: { id } });
    t.current.deps.payments = real;
    expect((await pay(token, 'paid')).body.state).toBe('paid');
    await agent.call(endpoints.voidInvoice, { params: { id } });
    const [publication] = await t.current.deps.database.query<{
      status: string;
      provider_invoice_id: string;
    }>('select status, provider_invoice_id from invoice_publications where invoice_id = $1', [id]);
    expect(publication).toMatchObject({ status: 'refused', provider_invoice_id: expect.any(String) });
    await agent.call(endpoints.refreshInvoice, { params: { id } });
    const { body } = await agent.call(endpoints.listInvoiceTransactions, { params: { id } });
    expect(body.data).toMatchObject([{ amount: 10_000, payment_status: 'completed' }]);
    expect(await invoiceOf(id)).toMatchObject({ status: 'void', paid_amount_cents: 10_000 });
  });
});
