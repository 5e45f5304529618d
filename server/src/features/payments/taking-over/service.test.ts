import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { PAYMENT_PROCESSING } from '@ledgerline/contract/rules';
import { describe, expect, it, vi } from 'vitest';
import { useOutsideDesk } from '#testing/outside-desk.ts';
import { TEST_NOW } from '#testing/test-app.ts';
import { applyInvoiceNews } from '../news/service.ts';
import { reconcileOpenInvoices } from '../reconciling/service.ts';

const { t, agent, provider, made, read } = useOutsideDesk();

/** A sent invoice of $100, published; its own and its provider's id. */
async function sent(account: 'BFS' | 'BFA' = 'BFS') {
  const { id } = await made({ account });
  await agent.call(invoices.sendInvoice, { params: { id } });
  return { id, own: (await read(id)).square_invoice_id ?? '' };
}

const transactions = async (id: number) =>
  (await agent.call(invoices.listInvoiceTransactions, { params: { id } })).body.data;

function tell(own: string, status: string | null, payments = provider.of(own).payments) {
  const account = provider.of(own).asked.account;
  return t.current.deps.database.transaction((db) =>
    applyInvoiceNews(
      { ...t.current.systemContext(), db },
      { account, providerInvoiceId: own, status, payments },
    ),
  );
}

describe('the word of an outside provider', () => {
  it('processing keeps the status, and lets nothing be changed, voided or paid by hand', async () => {
    const { id, own } = await sent();
    provider.money(own, { amount_cents: 10_000, at: TEST_NOW, status: 'pending', method: 'ach' });
    await tell(own, 'processing');
    expect(await read(id)).toMatchObject({ status: 'sent', provider_status: 'processing' });
    const acts = await Promise.all([
      agent.call(invoices.updateInvoice, { params: { id }, body: { title: 'Other' } }),
      agent.call(invoices.voidInvoice, { params: { id } }),
      agent.call(invoices.recordPayment, {
        params: { id },
        body: { amount_cents: 1, payment_method: 'cash', paid_on: '2026-11-20' },
      }),
    ]);
    for (const { status, error } of acts) {
      expect([status, error.message]).toEqual([409, PAYMENT_PROCESSING]);
    }
    expect(provider.calls).not.toContain('cancelInvoice');
    const [payment] = provider.of(own).payments;
    if (payment) payment.status = 'completed';
    await tell(own, 'paid');
    expect(await read(id)).toMatchObject({ status: 'paid', paid_amount_cents: 10_000 });
  });

  it('refunded leaves a paid invoice paid, with what was given back', async () => {
    const { id, own } = await sent();
    const { providerPaymentId } = provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await tell(own, 'paid');
    const refund = { kind: 'refund' as const, refundOf: providerPaymentId, at: TEST_NOW };
    provider.money(own, { ...refund, amount_cents: 4000 });
    await tell(own, 'partially_refunded');
    expect(await read(id)).toMatchObject({ status: 'paid', refunded_cents: 4000, paid_amount_cents: 6000 });
    provider.money(own, { ...refund, amount_cents: 6000 });
    await tell(own, 'refunded');
    await tell(own, 'unpaid');
    expect(await read(id)).toMatchObject({
      status: 'paid',
      refunded_cents: 10_000,
      provider_status: 'refunded',
    });
  });

  it.each(['cancelled', 'failed'])(
    '%s makes it void, money on it stays, and nothing goes back',
    async (word) => {
      const { id, own } = await sent();
      provider.money(own, { amount_cents: 2500, at: TEST_NOW });
      await tell(own, 'partially_paid');
      await tell(own, word);
      await tell(own, 'unpaid');
      expect(await read(id)).toMatchObject({
        status: 'void',
        provider_status: word,
        paid_amount_cents: 2500,
        voided_at: TEST_NOW.toISOString(),
      });
    },
  );

  it('that nobody knows is kept, logged as an error, and changes nothing else', async () => {
    const { id, own } = await sent();
    const error = vi.spyOn(t.current.deps.log, 'error');
    await tell(own, 'ON_THE_MOON');
    await tell(own, 'ON_THE_MOON');
    expect(await read(id)).toMatchObject({ status: 'sent', provider_status: 'ON_THE_MOON' });
    expect(error.mock.calls.filter(([what]) => JSON.stringify(what).includes('ON_THE_MOON'))).toHaveLength(1);
    error.mockRestore();
  });
});

describe('a refund that an agent recorded', () => {
  async function paid() {
    const { id, own } = await sent();
    const { providerPaymentId } = provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await tell(own, 'paid');
    const [payment] = await transactions(id);
    const give = (amount_cents: number) =>
      agent.call(invoices.refundPayment, {
        params: { id: payment?.id ?? 0 },
        body: { amount_cents, refunded_on: '2026-11-20' },
      });
    const told = (amount_cents: number, status: 'pending' | 'completed' | 'failed' = 'completed') =>
      provider.money(own, {
        kind: 'refund',
        refundOf: providerPaymentId,
        amount_cents,
        status,
        at: TEST_NOW,
      });
    return { id, own, give, told };
  }

  it('is the same as the one that the provider tells, however often it is told', async () => {
    const { id, own, give, told } = await paid();
    await give(4000);
    expect(await read(id)).toMatchObject({ status: 'paid', refunded_cents: 4000 });
    told(4000);
    for (let n = 0; n < 3; n += 1) await tell(own, 'partially_refunded');
    expect(await transactions(id)).toHaveLength(2);
    expect(await read(id)).toMatchObject({ status: 'paid', refunded_cents: 4000 });
  });

  it('counts again beside one of another amount, and two of a kind are two', async () => {
    const { id, own, give, told } = await paid();
    await give(1000);
    await give(1000);
    told(1000);
    told(2000);
    told(1000);
    await tell(own, 'partially_refunded');
    expect(await transactions(id)).toHaveLength(4);
    expect(await read(id)).toMatchObject({ refunded_cents: 4000 });
  });

  it('waits with the provider, and is none when that fails', async () => {
    const { id, own, give, told } = await paid();
    await give(3000);
    const refund = told(3000, 'pending');
    await tell(own, 'paid');
    expect(await read(id)).toMatchObject({ refunded_cents: 0 });
    refund.status = 'failed';
    await tell(own, 'paid');
    expect(await read(id)).toMatchObject({ refunded_cents: 0, status: 'paid' });
    expect((await transactions(id)).map(({ payment_status }) => payment_status)).toEqual([
      'completed',
      'failed',
    ]);
  });
});

describe('the hourly comparison', () => {
  const open = () =>
    t.current.deps.database.query(`update invoices set status = 'void' where status <> 'void'`);

  it('takes over what no event told, and gives each invoice its turn', async () => {
    await open();
    await t.current.deps.database.query(`update invoices set updated_at = '2020-01-01'`);
    const first = await sent();
    const second = await sent('BFA');
    provider.money(second.own, { amount_cents: 10_000, at: TEST_NOW });
    provider.of(second.own).invoice.status = 'paid';
    await reconcileOpenInvoices(t.current.deps);
    expect(await read(second.id)).toMatchObject({ status: 'paid' });
    const turns = await t.current.deps.database.query<{ reconciled_at: Date | null }>(
      'select reconciled_at from invoices where id = any($1)',
      [[first.id, second.id]],
    );
    expect(turns.map(({ reconciled_at }) => reconciled_at)).toEqual([TEST_NOW, TEST_NOW]);
  });

  it('finds in a week at most what was given back long after the payment, and told by nobody', async () => {
    await open();
    await t.current.deps.database.query(`update invoices set updated_at = '2020-01-01'`);
    const { id, own } = await sent();
    const { providerPaymentId } = provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await tell(own, 'paid');
    const later = async (days: number) => {
      t.current.clock.advance(days * 86_400_000);
      provider.calls.length = 0;
      await reconcileOpenInvoices(t.current.deps);
      return provider.calls.length;
    };
    const refund = { kind: 'refund' as const, refundOf: providerPaymentId, amount_cents: 10_000 };
    expect(await later(30)).toBe(2);
    provider.money(own, { ...refund, at: t.current.clock.now() });
    expect(await later(6)).toBe(0);
    expect(await later(2)).toBe(2);
    const [row] = await t.current.deps.database.query(
      'select status, refunded_cents from invoices where id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'paid', refunded_cents: 10_000 });
    expect(await later(400)).toBe(0);
  });

  it('stops early when the provider does not answer', async () => {
    await open();
    await t.current.deps.database.query(`update invoices set updated_at = '2020-01-01'`);
    for (let n = 0; n < 8; n += 1) await sent();
    provider.isDown = true;
    provider.calls.length = 0;
    await reconcileOpenInvoices(t.current.deps);
    expect(provider.calls.length).toBeLessThanOrEqual(4);
  });

  it('goes on past invoices that the provider does not know', async () => {
    await open();
    await t.current.deps.database.query(`update invoices set updated_at = '2020-01-01'`);
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.push((await sent()).id);
    provider.kept.clear();
    await reconcileOpenInvoices(t.current.deps);
    const turns = await t.current.deps.database.query(
      'select 1 from invoices where id = any($1) and reconciled_at = $2',
      [ids, TEST_NOW],
    );
    expect(turns).toHaveLength(8);
  });
});

it('an earlier page that is gone at the provider keeps the payments of the current one from nobody', async () => {
  const { id, own } = await sent();
  await agent.call(invoices.updateInvoice, {
    params: { id },
    body: { line_items: [{ description: 'Other', quantity: 1, unit_price_cents: 20_000 }] },
  });
  const current = (await read(id)).square_invoice_id ?? '';
  provider.kept.delete(own);
  provider.of(current).invoice.status = 'paid';
  provider.money(current, { amount_cents: 20_000, at: TEST_NOW });
  const { body } = await agent.call(invoices.refreshInvoice, { params: { id } });
  expect(body.data).toMatchObject({ status: 'paid', paid_amount_cents: 20_000 });
  provider.kept.delete(current);
  expect((await agent.call(invoices.refreshInvoice, { params: { id } })).status).toBe(502);
});

it('invoices of a former provider are not asked for, and say so', async () => {
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
    expect(status).toBe(409);
    expect(error.message).toContain('the payment provider that was used before');
  }
  expect((await agent.call(invoices.voidInvoice, { params: { id } })).status).toBe(200);
  expect(provider.calls).toEqual([]);
});
