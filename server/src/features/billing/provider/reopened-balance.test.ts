import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { expect, it } from 'vitest';
import { insertTransaction } from '#features/billing/transactions/repository.ts';
import { useProviderInvoices } from '#testing/provider-invoices.ts';

const { t, agent, provider, read, published, send: update, page, current } = useProviderInvoices();

const now = () => t.current.clock.now();
const minutePasses = () => t.current.clock.advance(61_000);
const reopen = (id: number) => agent.call(invoices.reopenBalance, { params: { id } });

/** An invoice of $107 that was paid with an outside provider, and a way to refund a part of it there. */
async function paid() {
  const { id, token } = await published();
  const own = (await read(id)).square_invoice_id ?? '';
  const payment = provider.money(own, { amount_cents: 10_700, at: now() });
  provider.of(own).invoice.status = 'paid';
  await update(own, 'paid');
  minutePasses();
  const refund = (amount_cents: number, at: Date) =>
    provider.money(own, { kind: 'refund', refundOf: payment.providerPaymentId, amount_cents, at });
  return { id, token, own, refund };
}

async function refunded() {
  const created = await paid();
  created.refund(4000, now());
  provider.of(created.own).invoice.status = 'partially_refunded';
  await update(created.own, 'partially_refunded');
  minutePasses();
  return created;
}

it('replaces the page of the provider with one for the balance behind the same address', async () => {
  const { id, token, own } = await refunded();
  expect((await page(token)).body.data).toMatchObject({ state: 'refunded', due_cents: 0 });
  const { status, body } = await reopen(id);
  expect([status, body.data.status]).toEqual([200, 'partially_paid']);
  await expect.poll(async () => (await read(id)).square_invoice_id, { timeout: 20_000 }).not.toBeNull();
  const { requested } = await current(id);
  expect(requested).toMatchObject({ total_cents: 4000 });
  expect(requested.lines).toMatchObject([{ description: expect.stringContaining('Balance of invoice') }]);
  expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 4000 });
  const next = (await read(id)).square_invoice_id ?? '';
  expect(next).not.toBe(own);
  minutePasses();
  provider.money(next, { amount_cents: 4000, at: now() });
  await update(next, 'paid');
  expect(await read(id)).toMatchObject({ status: 'paid', paid_amount_cents: 10_700, refunded_cents: 4000 });
});

it('stays due when the events of the paid page arrive again, or an earlier refund is reported later', async () => {
  const { id, own, refund } = await refunded();
  const earlier = now();
  minutePasses();
  await reopen(id);
  await update(own, 'paid');
  await update(own, 'partially_refunded');
  expect(await read(id)).toMatchObject({ status: 'partially_paid', paid_amount_cents: 6700 });
  refund(1000, earlier);
  await update(own, 'partially_refunded');
  expect(await read(id)).toMatchObject({ status: 'partially_paid', paid_amount_cents: 5700 });
});

it("becomes due although the provider's clock is ahead of ours", async () => {
  const { id, own, refund } = await paid();
  refund(4000, new Date(now().getTime() + 5000));
  await update(own, 'partially_refunded');
  expect((await reopen(id)).body.data).toMatchObject({ status: 'partially_paid', paid_amount_cents: 6700 });
});

it('stays due when the provider later reports, with a later time, the refund that an agent recorded', async () => {
  const { id, own, refund } = await paid();
  const { body } = await agent.call(invoices.listInvoiceTransactions, { params: { id } });
  await insertTransaction(t.current.deps.database, {
    ...{ invoice_id: id, square_account: 'BFS', kind: 'refund', payment_method: 'card', amount: 4000 },
    ...{ payment_status: 'completed', refund_of: body.data[0]?.id ?? 0, paid_on: '2026-11-20' },
    created_at: now(),
  });
  await agent.call(invoices.refreshInvoice, { params: { id } });
  expect(await read(id)).toMatchObject({ status: 'paid', refunded_cents: 4000 });
  minutePasses();
  expect((await reopen(id)).body.data.status).toBe('partially_paid');
  minutePasses();
  refund(4000, now());
  await update(own, 'partially_refunded');
  expect(await read(id)).toMatchObject({ status: 'partially_paid', refunded_cents: 4000 });
});
