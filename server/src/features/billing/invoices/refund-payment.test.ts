import { recordPayment, refundPayment } from '@ledgerline/contract/invoices/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  agent = await signInAs(t.current);
});

const CASH = { amount_cents: 4000, payment_method: 'cash', paid_on: '2026-11-20', note: '' } as const;
const record = (id: number, body: object = {}) =>
  agent.call(recordPayment, { params: { id }, body: { ...CASH, ...body } });
const refund = (id: number, body: object = {}) =>
  agent.call(refundPayment, {
    params: { id },
    body: { amount_cents: 1000, refunded_on: '2026-11-20', note: '', ...body },
  });

describe('refundPayment', () => {
  it('records the refund; a paid invoice stays paid and nothing is due again', async () => {
    const { id } = await buildInvoice(t.current);
    const { body: paid } = await record(id, { amount_cents: 10_000 });
    const { paid_at } = paid.invoice;
    const { status, body } = await refund(paid.data.id, { note: 'Wrong policy' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      kind: 'refund',
      amount: 1000,
      refund_of: paid.data.id,
      payment_method: 'cash',
      note: 'Wrong policy',
    });
    expect(body.invoice).toMatchObject({
      status: 'paid',
      payment_state: 'partially_refunded',
      progress: 100,
      paid_amount_cents: 9000,
      refunded_cents: 1000,
      paid_at,
    });
    expect((await record(id, { amount_cents: 1000 })).error.message).toBe('This invoice is already paid.');
    const rest = await refund(paid.data.id, { amount_cents: 9000 });
    expect(rest.body.invoice).toMatchObject({
      status: 'paid',
      payment_state: 'refunded',
      paid_amount_cents: 0,
      refunded_cents: 10_000,
    });
  });

  it('makes a refunded part payment due again, because the invoice was never paid in full', async () => {
    const { id } = await buildInvoice(t.current);
    const { body: part } = await record(id);
    const { body } = await refund(part.data.id, { amount_cents: 4000 });
    expect(body.invoice).toMatchObject({ status: 'draft', payment_state: 'draft', refunded_cents: 4000 });
    expect((await record(id, { amount_cents: 10_000 })).body.invoice.status).toBe('paid');
  });

  it('never refunds more than the payment', async () => {
    const { id } = await buildInvoice(t.current);
    const { body: paid } = await record(id);
    await refund(paid.data.id, { amount_cents: 3000 });
    const { status, error } = await refund(paid.data.id, { amount_cents: 1001 });
    expect(status).toBe(400);
    expect(error.message).toBe('The refund can’t exceed the remaining amount of the payment: $10.00.');
    await refund(paid.data.id, { amount_cents: 1000 });
    expect((await refund(paid.data.id, { amount_cents: 1 })).error.message).toBe(
      'This payment has already been fully refunded or returned.',
    );
  });

  it('refunds once under concurrent requests for the full amount', async () => {
    const { id } = await buildInvoice(t.current);
    const { body: paid } = await record(id);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => refund(paid.data.id, { amount_cents: 4000 })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('rejects a refund of a refund, of nothing, in the future and before the payment', async () => {
    const { id } = await buildInvoice(t.current);
    const { body: paid } = await record(id);
    const { body: back } = await refund(paid.data.id);
    expect((await refund(back.data.id)).error.message).toBe(
      'Only a payment that has arrived can be refunded.',
    );
    expect((await refund(987_654)).status).toBe(404);
    expect((await refund(paid.data.id, { refunded_on: '2026-11-21' })).error.message).toBe(
      'The refund date must not be in the future.',
    );
    expect((await refund(paid.data.id, { refunded_on: '2026-11-19' })).error.message).toBe(
      'The refund date must not be before the payment date.',
    );
  });
});

describe('a returned payment', () => {
  const returned = (id: number, body: object = {}) =>
    refund(id, { kind: 'reversal', amount_cents: 10_000, ...body });

  it('is due again', async () => {
    const { id } = await buildInvoice(t.current);
    const { body: paid } = await record(id, { amount_cents: 10_000, payment_method: 'check' });
    const { status, body } = await returned(paid.data.id, { note: 'Bounced' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ kind: 'reversal', amount: 10_000, refund_of: paid.data.id });
    expect(body.invoice).toMatchObject({
      status: 'draft',
      payment_state: 'draft',
      paid_amount_cents: 0,
      refunded_cents: 0,
      paid_at: null,
    });
    const again = await record(id, { amount_cents: 10_000, confirm_repeat: true });
    expect(again.body.invoice).toMatchObject({ status: 'paid', paid_amount_cents: 10_000 });
  });

  it("can't exceed the remaining amount, and has its own messages", async () => {
    const { id } = await buildInvoice(t.current);
    const { body: paid } = await record(id, { amount_cents: 10_000 });
    await refund(paid.data.id);
    const errorMessage = async (body: object) => (await returned(paid.data.id, body)).error.message;
    expect(await errorMessage({ amount_cents: 9001 })).toBe(
      'The return can’t exceed the remaining amount of the payment: $90.00.',
    );
    expect(await errorMessage({ refunded_on: '2026-11-21' })).toBe(
      'The return date must not be in the future.',
    );
    expect(await errorMessage({ refunded_on: '2026-11-19' })).toBe(
      'The return date must not be before the payment date.',
    );
    expect((await returned(paid.data.id, { amount_cents: 9000 })).body.invoice).toMatchObject({
      status: 'draft',
      paid_amount_cents: 0,
    });
    expect(await errorMessage({ amount_cents: 1 })).toBe(
      'This payment has already been fully refunded or returned.',
    );
  });
});
