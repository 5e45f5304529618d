import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { PAYMENT_PROCESSING, REFUND_AT_PROVIDER } from '@ledgerline/contract/rules';
import { describe, expect, it, vi } from 'vitest';
import { insertTransaction } from '#features/billing/transactions/repository.ts';
import { useProviderInvoices } from '#testing/provider-invoices.ts';
import { TEST_NOW } from '#testing/test-app.ts';

const { t, agent, provider, read, sent, send: update } = useProviderInvoices();

const transactions = async (id: number) =>
  (await agent.call(invoices.listInvoiceTransactions, { params: { id } })).body.data;

describe('the status from an outside provider', () => {
  it('processing leaves the status unchanged, and prevents edits, voids and payments by hand', async () => {
    const { id, own } = await sent();
    provider.money(own, { amount_cents: 10_000, at: TEST_NOW, status: 'pending', method: 'ach' });
    await update(own, 'processing');
    expect(await read(id)).toMatchObject({ status: 'sent', provider_status: 'processing' });
    const actions = await Promise.all([
      agent.call(invoices.updateInvoice, { params: { id }, body: { title: 'Other' } }),
      agent.call(invoices.voidInvoice, { params: { id } }),
      agent.call(invoices.recordPayment, {
        params: { id },
        body: { amount_cents: 1, payment_method: 'cash', paid_on: '2026-11-20' },
      }),
    ]);
    for (const { status, error } of actions) {
      expect([status, error.code, error.message]).toEqual([409, 'payment_processing', PAYMENT_PROCESSING]);
    }
    expect(provider.calls).not.toContain('cancelInvoice');
    const [payment] = provider.of(own).payments;
    if (payment) payment.status = 'completed';
    await update(own, 'paid');
    expect(await read(id)).toMatchObject({ status: 'paid', paid_amount_cents: 10_000 });
  });

  it('refunded leaves a paid invoice paid, with the refunded amount', async () => {
    const { id, own } = await sent();
    const { providerPaymentId } = provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await update(own, 'paid');
    const refund = { kind: 'refund' as const, refundOf: providerPaymentId, at: TEST_NOW };
    provider.money(own, { ...refund, amount_cents: 4000 });
    await update(own, 'partially_refunded');
    expect(await read(id)).toMatchObject({ status: 'paid', refunded_cents: 4000, paid_amount_cents: 6000 });
    provider.money(own, { ...refund, amount_cents: 6000 });
    await update(own, 'refunded');
    await update(own, 'unpaid');
    expect(await read(id)).toMatchObject({
      status: 'paid',
      refunded_cents: 10_000,
      provider_status: 'refunded',
    });
  });

  it('from an older version that arrives later changes nothing, even if the newer version had no change', async () => {
    const { id, own } = await sent();
    await update(own, 'unpaid', { version: 5 });
    await update(own, 'processing', { version: 4 });
    expect(await read(id)).toMatchObject({ provider_status: 'unpaid' });
    await update(own, 'processing', { version: 6 });
    expect(await read(id)).toMatchObject({ provider_status: 'processing' });
    await update(own, 'unpaid', { version: 7 });
    await update(own, 'processing', { version: 6 });
    expect(await read(id)).toMatchObject({ provider_status: 'unpaid' });
    await update(own, 'processing');
    expect(await read(id)).toMatchObject({ provider_status: 'processing' });
  });

  it('from an older version still brings the payments that it names', async () => {
    const { id, own } = await sent();
    await update(own, 'partially_paid', { version: 9 });
    provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await update(own, 'unpaid', { version: 2 });
    expect(await read(id)).toMatchObject({ status: 'paid', provider_status: 'partially_paid' });
  });

  it.each(['cancelled', 'failed'])(
    '%s makes the invoice void, its payments stay, and nothing moves backwards',
    async (word) => {
      const { id, own } = await sent();
      provider.money(own, { amount_cents: 2500, at: TEST_NOW });
      await update(own, 'partially_paid');
      await update(own, word);
      await update(own, 'unpaid');
      expect(await read(id)).toMatchObject({
        status: 'void',
        provider_status: word,
        paid_amount_cents: 2500,
        voided_at: TEST_NOW.toISOString(),
      });
    },
  );

  it('that is unknown is stored, logged as an error, and changes nothing else', async () => {
    const { id, own } = await sent();
    const error = vi.spyOn(t.current.deps.log, 'error');
    await update(own, 'ON_THE_MOON');
    await update(own, 'ON_THE_MOON');
    expect(await read(id)).toMatchObject({ status: 'sent', provider_status: 'ON_THE_MOON' });
    expect(error.mock.calls.filter(([what]) => JSON.stringify(what).includes('ON_THE_MOON'))).toHaveLength(1);
    error.mockRestore();
  });
});

describe('a refund of what the provider charged', () => {
  async function paid(amount_cents = 10_000) {
    const { id, own } = await sent();
    const { providerPaymentId } = provider.money(own, { amount_cents, at: TEST_NOW });
    await update(own, 'paid');
    const [payment] = await transactions(id);
    const payment_id = payment?.id ?? 0;
    const report = (cents: number, status: 'pending' | 'completed' | 'failed' = 'completed') =>
      provider.money(own, {
        kind: 'refund',
        refundOf: providerPaymentId,
        amount_cents: cents,
        status,
        at: TEST_NOW,
      });
    return { id, own, payment_id, report };
  }
  const byHand = (payment_id: number) =>
    agent.call(invoices.refundPayment, {
      params: { id: payment_id },
      body: { amount_cents: 4000, refunded_on: '2026-11-20' },
    });

  it('cannot be recorded by hand, before and after the provider reported it, and counts once', async () => {
    const { id, own, payment_id, report } = await paid();
    expect(await transactions(id)).toMatchObject([{ refund_at_provider: true }]);
    const before = await byHand(payment_id);
    expect([before.status, before.error.message]).toEqual([409, REFUND_AT_PROVIDER]);
    report(4000);
    await update(own, 'partially_refunded');
    const after = await byHand(payment_id);
    expect([after.status, after.error.message]).toEqual([409, REFUND_AT_PROVIDER]);
    expect(await read(id)).toMatchObject({ status: 'paid', refunded_cents: 4000 });
    expect(await transactions(id)).toMatchObject([{}, { kind: 'refund', refund_at_provider: false }]);
  });

  it('can be recorded by hand once another provider is active, since no provider reports it anymore', async () => {
    const { id, payment_id } = await paid();
    await t.current.deps.database.query(`update transactions set provider = 'former' where id = $1`, [
      payment_id,
    ]);
    expect((await byHand(payment_id)).status).toBe(201);
    expect(await read(id)).toMatchObject({ refunded_cents: 4000 });
  });

  it('of a partial payment replaces the payment page by one for the full balance', async () => {
    const { id, own, report } = await paid(4000);
    provider.of(own).invoice.status = 'partially_refunded';
    report(4000);
    await update(own, 'partially_refunded');
    await expect.poll(async () => (await read(id)).square_invoice_id, { timeout: 20_000 }).not.toBeNull();
    const after = await read(id);
    expect(after).toMatchObject({ status: 'sent', paid_amount_cents: 0, provider_status: 'unpaid' });
    expect(provider.of(after.square_invoice_id ?? '').requested.total_cents).toBe(10_000);
    expect(after.square_invoice_id).not.toBe(own);
  });
});

describe('a refund that an agent recorded before its provider reported it', () => {
  async function paid() {
    const { id, own } = await sent();
    const { providerPaymentId } = provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await update(own, 'paid');
    const [payment] = await transactions(id);
    /** Records a refund by hand, as agents could before 2026-11 and while another provider was active. */
    const recordRefund = (amount: number) =>
      insertTransaction(t.current.deps.database, {
        invoice_id: id,
        square_account: 'BFS',
        kind: 'refund',
        payment_method: 'card',
        amount,
        payment_status: 'completed',
        refund_of: payment?.id ?? 0,
        paid_on: '2026-11-20',
        created_at: TEST_NOW,
      });
    const report = (amount_cents: number, status: 'pending' | 'completed' | 'failed' = 'completed') =>
      provider.money(own, {
        kind: 'refund',
        refundOf: providerPaymentId,
        amount_cents,
        status,
        at: TEST_NOW,
      });
    return { id, own, recordRefund, report };
  }

  it('is the same as the one that the provider reports, however often it is reported', async () => {
    const { id, own, recordRefund, report } = await paid();
    await recordRefund(4000);
    report(4000);
    for (let n = 0; n < 3; n += 1) await update(own, 'partially_refunded');
    expect(await transactions(id)).toHaveLength(2);
    expect(await read(id)).toMatchObject({ status: 'paid', refunded_cents: 4000 });
  });

  it('counts separately from a refund of another amount, and two equal ones are two', async () => {
    const { id, own, recordRefund, report } = await paid();
    await recordRefund(1000);
    await recordRefund(1000);
    report(1000);
    report(2000);
    report(1000);
    await update(own, 'partially_refunded');
    expect(await transactions(id)).toHaveLength(4);
    expect(await read(id)).toMatchObject({ refunded_cents: 4000 });
  });

  it('is pending with the provider, and does not count when that fails', async () => {
    const { id, own, recordRefund, report } = await paid();
    await recordRefund(3000);
    const refund = report(3000, 'pending');
    await update(own, 'paid');
    expect(await read(id)).toMatchObject({ refunded_cents: 0 });
    refund.status = 'failed';
    await update(own, 'paid');
    expect(await read(id)).toMatchObject({ refunded_cents: 0, status: 'paid' });
    expect((await transactions(id)).map(({ payment_status }) => payment_status)).toEqual([
      'completed',
      'failed',
    ]);
  });
});

it('an earlier page that is gone at the provider does not block payments of the current one', async () => {
  const { id, own } = await sent();
  await agent.call(invoices.updateInvoice, {
    params: { id },
    body: { line_items: [{ description: 'Other', quantity: 1, unit_price_cents: 20_000 }] },
  });
  const current = (await read(id)).square_invoice_id ?? '';
  provider.stored.delete(own);
  provider.of(current).invoice.status = 'paid';
  provider.money(current, { amount_cents: 20_000, at: TEST_NOW });
  const { body } = await agent.call(invoices.refreshInvoice, { params: { id } });
  expect(body.data).toMatchObject({ status: 'paid', paid_amount_cents: 20_000 });
  provider.stored.delete(current);
  expect((await agent.call(invoices.refreshInvoice, { params: { id } })).status).toBe(502);
});

it('refresh, link and email are rejected for an invoice of a former provider, without a call to any provider', async () => {
  const { id } = await sent();
  await t.current.deps.database.query(`update invoices set provider = 'builtin' where id = $1`, [id]);
  await t.current.deps.database.query(
    `update invoice_publications set provider = 'builtin' where invoice_id = $1`,
    [id],
  );
  provider.calls.length = 0;
  const answers = await Promise.all([
    agent.call(invoices.refreshInvoice, { params: { id } }),
    agent.call(invoices.generateInvoiceLink, { params: { id } }),
    agent.call(invoices.sendInvoice, { params: { id } }),
  ]);
  for (const { status, error } of answers) {
    expect([status, error.code]).toEqual([409, 'former_provider']);
    expect(error.message).toContain('the previous payment provider');
  }
  expect((await agent.call(invoices.voidInvoice, { params: { id } })).status).toBe(200);
  expect(provider.calls).toEqual([]);
});
