import { randomUUID } from 'node:crypto';
import { getInvoice, listInvoiceTransactions, recordPayment } from '@ledgerline/contract/invoices/endpoints';
import { getPayPage, getPayPdf, payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { getSession } from '@ledgerline/contract/sessions/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverBuiltinEvents } from '#features/billing/provider/deliver-events.ts';
import { reconcileOpenInvoices } from '#features/billing/provider/reconcile.ts';
import { dueOfTotal } from '#platform/ports/built-in-pay-page.ts';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ OTHER_WAYS_TO_PAY: 'Zelle to 555-0100', BRAND: 'Harbor Insurance' });
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  agent = await signInAs(t.current);
  await t.current.startJobs();
});

// The page is rate limited per minute.
beforeEach(() => t.current.clock.advance(61_000));

const page = (token: string) => t.current.call(getPayPage, { params: { token } });
const pay = (token: string, body: object = {}) =>
  t.current.call(payOnPage, {
    params: { token },
    body: { key: randomUUID(), outcome: 'paid', ...body },
    headers: { 'x-forwarded-for': randomUUID() },
  });
const invoiceOf = async (id: number) => (await agent.call(getInvoice, { params: { id } })).body.data;
const transactionsOf = async (id: number) =>
  (await agent.call(listInvoiceTransactions, { params: { id } })).body.data;
const becomes = (id: number, status: string) =>
  expect.poll(async () => (await invoiceOf(id)).status).toBe(status);

function builtin() {
  const { payments } = t.current.deps;
  if (!payments.hasOwnPage) throw new Error('the tests are about the built-in provider');
  return payments;
}

describe('getPayPage', () => {
  it('shows the invoice with brokerage and account, and nothing else about the client', async () => {
    const customer_id = await buildClient(t.current, { pref_lang: 'Spanish', primary_phone: '5615550123' });
    const invoice = await buildPublishedInvoice(t.current, { square_account: 'BFA', customer_id });
    const { status, body } = await page(invoice.token);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      state: 'open',
      brokerage: 'Harbor Insurance',
      contact: null,
      account: 'BFA',
      account_label: 'financial advisors',
      reference: String(invoice.id),
      title: 'Policy review',
      description: 'Yearly review',
      customer_name: 'Casey Client',
      due_date: '2026-12-31',
      recurring: null,
      lines: [{ description: 'Review', quantity: 1, unit_price_cents: 10_000, line_total_cents: 10_000 }],
      subtotal_cents: 10_000,
      tax_cents: 0,
      total_cents: 10_000,
      paid_cents: 0,
      refunded_cents: 0,
      due_cents: 10_000,
      language: 'es',
      other_ways: 'Zelle to 555-0100',
      pdf_url: `/api/pay/${invoice.token}/pdf`,
      redirect_url: null,
      is_test: true,
    });
  });

  it('returns the invoice as a PDF, unless it was cancelled', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const { status, headers } = await t.current.call(getPayPdf, { params: { token } });
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    await t.current.deps.database.query(`update invoices set status = 'void' where id = $1`, [id]);
    expect((await page(token)).body.data.pdf_url).toBeNull();
    expect((await t.current.call(getPayPdf, { params: { token } })).status).toBe(404);
  });

  it('rejects tokens that were never issued', async () => {
    for (const token of ['x', randomUUID(), '../etc', 'a'.repeat(400)]) {
      expect((await page(token)).status).toBe(404);
      expect((await pay(token)).status).toBe(404);
    }
  });

  it('has addresses that cannot be guessed', async () => {
    const [one, other] = [await buildPublishedInvoice(t.current), await buildPublishedInvoice(t.current)];
    expect(one.token).toMatch(/^[\w-]{43}$/);
    expect(one.token).not.toBe(other.token);
  });

  it('counts payments that an agent recorded', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const body = { amount_cents: 2500, payment_method: 'cash', paid_on: '2026-11-20' } as const;
    await agent.call(recordPayment, { params: { id }, body });
    expect((await page(token)).body.data).toMatchObject({ state: 'open', paid_cents: 2500, due_cents: 7500 });
    await pay(token);
    await becomes(id, 'paid');
    expect((await transactionsOf(id)).map(({ amount }) => amount)).toEqual([2500, 7500]);
    expect((await page(token)).body.data).toMatchObject({ state: 'paid', paid_cents: 10_000, due_cents: 0 });
  });
});

describe('payOnPage', () => {
  it('rejects a key that is reused with another payment', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const first = { key: randomUUID(), outcome: 'partial', amount_cents: 2500 };
    expect((await pay(token, first)).body.state).toBe('partially_paid');
    expect((await pay(token, first)).body.state).toBe('partially_paid');
    for (const other of [
      { amount_cents: 2600 },
      { method: 'ach' },
      { outcome: 'paid' },
      { outcome: 'declined' },
    ]) {
      const { status, error } = await pay(token, { ...first, ...other });
      expect([status, error.code]).toEqual([409, 'idempotency_mismatch']);
    }
    await becomes(id, 'partially_paid');
    expect((await invoiceOf(id)).paid_amount_cents).toBe(2500);
  });

  it('pays, and the event updates the invoice and its session', async () => {
    const session = await buildSession(t.current);
    const { id, token } = await buildPublishedInvoice(t.current, {
      session_id: session.id,
      customer_id: session.client_id,
    });
    const { body } = await pay(token);
    expect(body).toMatchObject({
      success: true,
      state: 'paid',
      message: 'Thank you. Your payment was received.',
    });
    await becomes(id, 'paid');
    expect(await invoiceOf(id)).toMatchObject({ paid_amount_cents: 10_000, progress: 100 });
    const { body: after } = await agent.call(getSession, { params: { id: session.id } });
    expect(after.data.payment_received_at).toHaveLength(1);
    const again = await pay(token);
    expect(again.error).toMatchObject({ code: 'wrong_state', message: 'This invoice is already paid.' });
  });

  it('charges once on a double click, and returns the same response to both clicks', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => pay(token, { key })));
    expect(answers.map(({ body }) => body.state)).toEqual(['paid', 'paid', 'paid']);
    expect((await pay(token, { key })).body.state).toBe('paid');
    await becomes(id, 'paid');
    expect(await transactionsOf(id)).toHaveLength(1);
  });

  it('accepts one of two concurrent payments of the full balance', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const answers = await Promise.all([pay(token), pay(token), pay(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await becomes(id, 'paid');
    expect(await transactionsOf(id)).toHaveLength(1);
  });

  it('accepts a part, but never more than is due', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const { body } = await pay(token, { outcome: 'partial', amount_cents: 4000 });
    expect(body).toMatchObject({
      state: 'partially_paid',
      message: 'Thank you. Your partial payment was received.',
    });
    await becomes(id, 'partially_paid');
    expect(await invoiceOf(id)).toMatchObject({ progress: 40 });
    const tooMuch = await pay(token, { outcome: 'partial', amount_cents: 6001 });
    expect(tooMuch.status).toBe(400);
    expect(tooMuch.error.message).toBe('The amount must be from $0.01 to $60.00.');
    expect((await pay(token, { outcome: 'partial' })).status).toBe(400);
    expect((await pay(token, { outcome: 'partial', amount_cents: 6000 })).body.state).toBe('paid');
    await becomes(id, 'paid');
  });

  it('shows a declined card, charges nothing, and can be retried', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    expect((await pay(token, { outcome: 'declined' })).body).toMatchObject({
      state: 'declined',
      message: 'The payment was declined. No money was taken.',
    });
    await expect
      .poll(async () => (await transactionsOf(id)).map(({ payment_status }) => payment_status))
      .toEqual(['failed']);
    expect(await invoiceOf(id)).toMatchObject({ status: 'draft', paid_amount_cents: null });
    expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 10_000 });
    expect((await pay(token)).body.state).toBe('paid');
  });

  it.each([
    ['delayed', 'completed', 'paid'],
    ['declined', 'failed', 'draft'],
  ])('%s by bank is pending first and %s later', async (outcome, payment_status, status) => {
    const { id, token } = await buildPublishedInvoice(t.current);
    expect((await pay(token, { outcome, method: 'ach' })).body.state).toBe('processing');
    await becomes(id, 'pending');
    expect((await page(token)).body.data.state).toBe('processing');
    expect((await pay(token)).error.message).toBe('A payment of this invoice is already in progress.');
    t.current.clock.advance(19_000);
    await deliverBuiltinEvents(t.current.deps);
    expect((await transactionsOf(id))[0]?.payment_status).toBe('pending');
    t.current.clock.advance(1000);
    await deliverBuiltinEvents(t.current.deps);
    await becomes(id, status);
    expect(await transactionsOf(id)).toMatchObject([
      { payment_method: 'ach', payment_status, card_brand: null },
    ]);
  });

  it('accepts no payment for an invoice that was cancelled or is void', async () => {
    const cancelled = await buildPublishedInvoice(t.current);
    await t.current.deps.payments.cancelInvoice('BFS', cancelled.providerInvoiceId, 'cancel');
    expect((await page(cancelled.token)).body.data.state).toBe('cancelled');
    const rejected = await pay(cancelled.token);
    expect(rejected.status).toBe(409);
    expect(rejected.error.message).toBe('This invoice was cancelled and can no longer be paid.');
    const voided = await buildPublishedInvoice(t.current);
    await t.current.deps.database.query(`update invoices set status = 'void' where id = $1`, [voided.id]);
    expect((await page(voided.token)).body.data.state).toBe('cancelled');
    expect((await pay(voided.token)).status).toBe(409);
    expect(await transactionsOf(voided.id)).toEqual([]);
  });

  it.each([
    [{ key: 'not-a-uuid' }, 'key'],
    [{ outcome: 'stolen' }, 'outcome'],
    [{ method: 'cash' }, 'method'],
    [{ outcome: 'partial', amount_cents: 0 }, 'amount_cents'],
    [{ outcome: 'partial', amount_cents: -1 }, 'amount_cents'],
    [{ outcome: 'partial', amount_cents: 0.5 }, 'amount_cents'],
    [{ outcome: 'partial', amount_cents: 1e30 }, 'amount_cents'],
    [{ total_cents: 1 }, 'total_cents'],
  ])('rejects %j', async (body, path) => {
    const { token } = await buildPublishedInvoice(t.current);
    const { status, error } = await pay(token, body);
    expect(status).toBe(400);
    expect(error.details?.fields?.map((field) => field.path)).toContain(path);
  });
});

describe('the hourly reconciliation', () => {
  it('records a payment whose event was lost', async () => {
    const { id, providerInvoiceId } = await buildPublishedInvoice(t.current);
    const { database } = t.current.deps;
    const payments = builtin();
    const { token } = await payments.pageOf('BFS', providerInvoiceId);
    await payments.pay(token, {
      key: randomUUID(),
      outcome: 'paid',
      method: 'card',
      amount_cents: null,
      dueOf: dueOfTotal(10_000),
    });
    await database.query('update pay_events set delivered_at = now() where delivered_at is null');
    await reconcileOpenInvoices(t.current.deps);
    await reconcileOpenInvoices(t.current.deps);
    expect(await transactionsOf(id)).toHaveLength(1);
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid' });
  });
});
