import { randomUUID } from 'node:crypto';
import {
  getInvoice,
  listInvoiceTransactions,
  refundPayment,
  updateInvoice,
  voidInvoice,
} from '@ledgerline/contract/invoices/endpoints';
import { getPayPage, getPayPdf, payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dueOfTotal } from '#platform/ports/built-in-pay-page.ts';
import { ExternalPayments } from '#testing/external-payments.ts';
import { signInAs } from '#testing/factories.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { withProvider } from '#testing/replaced-provider.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  agent = await signInAs(t.current);
  await t.current.startJobs();
});

// The page is rate limited per minute.
const timePasses = () => t.current.clock.advance(61_000);
beforeEach(timePasses);

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

describe("the pay page after an agent's changes", () => {
  const twoPlans = { line_items: [{ description: 'Plan', quantity: 2, unit_price_cents: 9000 }] };
  const ofProvider = async (providerInvoiceId: string) =>
    (await builtin().pageOf('BFS', providerInvoiceId)).token;

  it('shows the current invoice at every address that was ever issued, however often it was edited', async () => {
    const { id, token, providerInvoiceId } = await buildPublishedInvoice(t.current);
    const older = await ofProvider(providerInvoiceId);
    await agent.call(updateInvoice, { params: { id }, body: twoPlans });
    const { square_invoice_id, square_public_url } = await invoiceOf(id);
    expect(square_public_url).toContain(`/pay/${token}`);
    await agent.call(updateInvoice, { params: { id }, body: { is_tax_enabled: true, tax_rate: 0.1 } });
    for (const issued of [token, older, await ofProvider(square_invoice_id ?? '')]) {
      const { data } = (await page(issued)).body;
      expect(data).toMatchObject({ state: 'open', total_cents: 19_800, due_cents: 19_800 });
      expect((await t.current.call(getPayPdf, { params: { token: issued } })).status).toBe(200);
    }
    expect((await pay(older)).body.state).toBe('paid');
    await becomes(id, 'paid');
    expect((await page(token)).body.data).toMatchObject({ state: 'paid', due_cents: 0 });
  });

  it('accepts no payment from a page that shows another total', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    await agent.call(updateInvoice, { params: { id }, body: twoPlans });
    const { status, error } = await pay(token, { due_cents: 10_000 });
    expect([status, error.code, error.message]).toEqual([
      409,
      'wrong_state',
      'This invoice has changed in the meantime. Please review it again.',
    ]);
    expect(await transactionsOf(id)).toEqual([]);
    const key = randomUUID();
    expect((await pay(token, { key, due_cents: 18_000 })).body.state).toBe('paid');
    expect((await pay(token, { key, due_cents: 18_000 })).body.state).toBe('paid');
    await becomes(id, 'paid');
  });

  it('charges once with a key whose response was lost before the edit', async () => {
    const { id, token, providerInvoiceId } = await buildPublishedInvoice(t.current);
    const key = randomUUID();
    // The payment is in the provider's books, but its event has not been delivered.
    const attempt = {
      outcome: 'partial',
      method: 'card',
      amount_cents: 4000,
      dueOf: dueOfTotal(10_000),
    } as const;
    await builtin().pay(await ofProvider(providerInvoiceId), { key, ...attempt });
    await agent.call(updateInvoice, { params: { id }, body: twoPlans });
    const { body } = await pay(token, { key, outcome: 'partial', amount_cents: 4000, due_cents: 10_000 });
    expect(body.state).toBe('partially_paid');
    await becomes(id, 'partially_paid');
    expect((await transactionsOf(id)).map(({ amount }) => amount)).toEqual([4000]);
    expect((await page(token)).body.data).toMatchObject({ paid_cents: 4000, due_cents: 14_000 });
  });

  it('still leads to the invoice after the contact was removed, and reports when the invoice is void', async () => {
    const { id, token, providerInvoiceId } = await buildPublishedInvoice(t.current);
    const older = await ofProvider(providerInvoiceId);
    await agent.call(updateInvoice, { params: { id }, body: { ...twoPlans, email: '', phone: '' } });
    expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 18_000 });
    await agent.call(voidInvoice, { params: { id } });
    for (const issued of [token, older]) {
      expect((await page(issued)).body.data).toMatchObject({ state: 'cancelled', pdf_url: null });
      const { error } = await pay(issued);
      expect(error.message).toBe('This invoice was cancelled and can no longer be paid.');
      expect((await t.current.call(getPayPdf, { params: { token: issued } })).status).toBe(404);
    }
  });

  it('shows new texts and another due date at the same address', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const changes = { title: 'Other words', description: 'Now shorter', due_date: '2027-01-15' };
    await agent.call(updateInvoice, { params: { id }, body: changes });
    expect((await page(token)).body.data).toMatchObject({ ...changes, state: 'open', total_cents: 10_000 });
  });

  async function refundAll(kind: 'refund' | 'reversal') {
    const { id, token } = await buildPublishedInvoice(t.current);
    await pay(token);
    await becomes(id, 'paid');
    const [payment] = await transactionsOf(id);
    const body = { kind, amount_cents: 4000, refunded_on: '2026-11-20', note: '' };
    await agent.call(refundPayment, { params: { id: payment?.id ?? 0 }, body });
    return { id, token };
  }

  it('accepts no more payments once the invoice was paid, and shows what was refunded', async () => {
    const { id, token } = await refundAll('refund');
    expect((await page(token)).body.data).toMatchObject({
      state: 'refunded',
      paid_cents: 10_000,
      refunded_cents: 4000,
      due_cents: 0,
    });
    const { status, error } = await pay(token);
    expect([status, error.message]).toEqual([409, 'This invoice was paid and refunded. Nothing is due.']);
    expect((await invoiceOf(id)).payment_state).toBe('partially_refunded');
  });

  it('accepts payment again for what was returned', async () => {
    const { id, token } = await refundAll('reversal');
    expect((await page(token)).body.data).toMatchObject({ state: 'open', paid_cents: 6000, due_cents: 4000 });
    expect((await pay(token, { outcome: 'partial', amount_cents: 4001 })).status).toBe(400);
    expect((await pay(token)).body).toMatchObject({
      state: 'paid',
      data: { state: 'paid', paid_cents: 10_000, due_cents: 0 },
    });
    await becomes(id, 'paid');
    expect((await transactionsOf(id)).map(({ amount }) => amount)).toEqual([10_000, 4000, 4000]);
  });

  it('stays open after a refunded part payment, also when the total is lowered to what was paid then', async () => {
    const { id, token, providerInvoiceId } = await buildPublishedInvoice(t.current);
    await pay(token, { outcome: 'partial', amount_cents: 5000 });
    await becomes(id, 'partially_paid');
    timePasses();
    const [payment] = await builtin().listPayments('BFS', providerInvoiceId);
    await builtin().refund('BFS', payment?.providerPaymentId ?? '', 5000, randomUUID());
    expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 10_000 });
    timePasses();
    await pay(token, { outcome: 'partial', amount_cents: 5000 });
    await becomes(id, 'partially_paid');
    expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 5000 });
    expect((await builtin().getInvoice('BFS', providerInvoiceId)).status).toBe('partially_paid');
    await expect.poll(async () => (await transactionsOf(id)).length).toBe(3);
    timePasses();
    const again = (await transactionsOf(id)).at(-1);
    const body = {
      kind: 'refund',
      amount_cents: 5000,
      refunded_on: '2026-11-20',
      note: '',
      confirm_repeat: true,
    } as const;
    await agent.call(refundPayment, { params: { id: again?.id ?? 0 }, body });
    expect(await invoiceOf(id)).toMatchObject({ paid_amount_cents: 0, refunded_cents: 10_000 });
    timePasses();
    const half = { line_items: [{ description: 'Plan', quantity: 1, unit_price_cents: 5000 }] };
    expect((await agent.call(updateInvoice, { params: { id }, body: half })).status).toBe(200);
    timePasses();
    expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 5000 });
    expect((await pay(token)).body).toMatchObject({ state: 'paid', data: { state: 'paid', due_cents: 0 } });
    await becomes(id, 'paid');
  });

  it('accepts no payment from a page that was open before the provider refunded all of it', async () => {
    const { id, token, providerInvoiceId } = await buildPublishedInvoice(t.current);
    await pay(token);
    await becomes(id, 'paid');
    const [payment] = await builtin().listPayments('BFS', providerInvoiceId);
    await builtin().refund('BFS', payment?.providerPaymentId ?? '', 10_000, randomUUID());
    expect((await page(token)).body.data).toMatchObject({ state: 'refunded', due_cents: 0 });
    expect((await pay(token, { due_cents: 10_000 })).status).toBe(409);
  });
});

describe('a switch to another provider', () => {
  it('shows the invoice at every address of the built-in provider, where it can no longer be paid', async () => {
    const { id, token, providerInvoiceId } = await buildPublishedInvoice(t.current);
    const older = (await builtin().pageOf('BFS', providerInvoiceId)).token;
    await withProvider(t.current, new ExternalPayments(), async () => {
      for (const issued of [token, older]) {
        expect((await page(issued)).body.data).toMatchObject({
          state: 'not_payable',
          total_cents: 10_000,
          due_cents: 10_000,
          redirect_url: null,
          is_test: false,
        });
        expect((await pay(issued)).status).toBe(404);
      }
      await agent.call(voidInvoice, { params: { id } });
      expect((await page(older)).body.data).toMatchObject({ state: 'cancelled', due_cents: 0 });
      expect((await page('never issued')).status).toBe(404);
    });
  });
});
