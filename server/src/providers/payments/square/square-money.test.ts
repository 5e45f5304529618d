import { describe, expect, it, vi } from 'vitest';
import { createSquarePayments } from './square-payments.ts';
import { errorOfKind, useSquareWorld } from './testing/square-world.ts';

const { fake, clock, options, square, publish, toPublish, callCount } = useSquareWorld();

async function published() {
  return (await publish()).providerInvoiceId;
}

describe('invoices', () => {
  it('are followed from unpaid to refunded', async () => {
    const id = await published();
    fake.pay(id, { amount: 400 });
    expect(await square().getInvoice('BFS', id)).toMatchObject({ status: 'partially_paid', paid_cents: 400 });
    const last = fake.pay(id);
    expect(await square().getInvoice('BFS', id)).toMatchObject({ status: 'paid', paid_cents: 1070 });
    clock.advance(86_400_000);
    fake.refund(last.id, 70);
    expect(await square().getInvoice('BFS', id)).toMatchObject({
      status: 'partially_refunded',
      refunded_cents: 70,
      total_cents: 1070,
    });
    expect(await square().listPayments('BFS', id)).toMatchObject([
      {
        kind: 'payment',
        status: 'completed',
        method: 'card',
        card_brand: 'Visa',
        card_last4: '1111',
        amount_cents: 400,
      },
      { kind: 'payment', providerPaymentId: last.id, amount_cents: 670, refundOf: null },
      { kind: 'refund', status: 'completed', amount_cents: 70, refundOf: last.id },
    ]);
  });

  it.each([
    ['a payment', /^\/v2\/payments\//],
    ['a refund', /^\/v2\/refunds\//],
  ])('report an error, not an empty list, when Square cannot find %s that it lists', async (_, path) => {
    const id = await published();
    fake.pay(id, { amount: 400 });
    fake.refund(fake.pay(id).id, 70);
    const errors = [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: 'Not found.' }];
    fake.http.failNext('GET', path, { kind: 'answer', status: 404, body: { errors } });
    await expect(square().listPayments('BFS', id)).rejects.toEqual(errorOfKind('unavailable'));
    expect(await square().listPayments('BFS', id)).toHaveLength(3);
  });

  it('let Square decide whether a partially paid and partially refunded one can be cancelled', async () => {
    const id = await published();
    fake.refund(fake.pay(id, { amount: 400 }).id, 70);
    await expect(square().cancelInvoice('BFS', id, 'cancel')).rejects.toEqual(errorOfKind('invalid'));
    expect(callCount('POST', /\/cancel$/)).toBeGreaterThan(0);
  });

  it('count their changes, so that a stale reading is recognized', async () => {
    const id = await published();
    const { version } = await square().getInvoice('BFS', id);
    fake.pay(id, { amount: 400 });
    expect((await square().getInvoice('BFS', id)).version).toBeGreaterThan(version ?? Number.NaN);
  });

  it.each([
    ['cash', 'cash'],
    ['check', 'check'],
  ] as const)('return %s recorded at Square', async (method, expected) => {
    const id = await published();
    fake.pay(id, { method });
    expect(await square().listPayments('BFS', id)).toMatchObject([{ method: expected, card_brand: null }]);
  });

  it.each(['completed', 'failed'] as const)(
    'return a pending bank transfer, without any event, until it is %s',
    async (end) => {
      const id = await published();
      const other = await published();
      fake.pay(other, { method: 'ach' });
      const transfer = fake.pay(id, { method: 'ach' });
      expect(await square().listPayments('BFS', id)).toMatchObject([
        { providerPaymentId: transfer.id, method: 'ach', status: 'pending' },
      ]);
      expect(await square().getInvoice('BFS', id)).toMatchObject({ status: 'processing', paid_cents: 0 });
      fake.settle(transfer.id, end);
      expect(await square().listPayments('BFS', id)).toMatchObject([
        { providerPaymentId: transfer.id, status: end },
      ]);
    },
  );

  it('return a pending refund, and its outcome', async () => {
    const id = await published();
    const payment = fake.pay(id);
    const refund = fake.refund(payment.id, 1070, { pending: true });
    const [started] = fake.outbox.drain('refund.created');
    if (started) await square().readEvent('BFS', started.rawBody);
    expect((await square().listPayments('BFS', id))[1]).toMatchObject({ kind: 'refund', status: 'pending' });
    fake.settle(refund.id, 'failed');
    expect((await square().listPayments('BFS', id))[1]).toMatchObject({ kind: 'refund', status: 'failed' });
    expect(await square().getInvoice('BFS', id)).toMatchObject({ refunded_cents: 0 });
  });

  it('return the current URL', async () => {
    const first = await publish();
    fake.rotateLinks();
    const now = await square().getInvoice('BFS', first.providerInvoiceId);
    expect(now.publicUrl).not.toBe(first.publicUrl);
    fake.switches.rotateLinks = false;
  });

  it('return an unknown status of Square, and report it once', async () => {
    const id = await published();
    fake.setStatus(id, 'ON_HOLD');
    const { log, ...others } = options();
    const error = vi.spyOn(log, 'error');
    const adapter = createSquarePayments({ log, ...others });
    expect(await adapter.getInvoice('BFS', id)).toMatchObject({ status: 'on_hold' });
    await adapter.getInvoice('BFS', id);
    expect(error.mock.calls).toEqual([[{ what: 'invoice', word: 'ON_HOLD' }, 'unknown status of square']]);
    error.mockRestore();
  });

  it('of one account are unknown to the other', async () => {
    const id = await published();
    await expect(square().getInvoice('BFA', id)).rejects.toEqual(errorOfKind('not_found'));
    await expect(square().listPayments('BFA', id)).rejects.toEqual(errorOfKind('not_found'));
    await expect(square().cancelInvoice('BFA', id, 'c')).rejects.toEqual(errorOfKind('not_found'));
    expect(fake.invoice(id).status).toBe('UNPAID');
  });

  it('of one location are unknown to the other, also when both belong to one merchant', async () => {
    const id = await published();
    const shared = { SQUARE_BFA_ACCESS_TOKEN: fake.merchant('BFS').token, SQUARE_BFA_LOCATION_ID: 'L-OTHER' };
    const adapter = createSquarePayments(options(shared));
    expect(await adapter.getInvoice('BFS', id)).toMatchObject({ status: 'unpaid' });
    await expect(adapter.getInvoice('BFA', id)).rejects.toEqual(errorOfKind('not_found'));
    await expect(adapter.listPayments('BFA', id)).rejects.toEqual(errorOfKind('not_found'));
    await expect(adapter.cancelInvoice('BFA', id, 'c')).rejects.toEqual(errorOfKind('not_found'));
    expect(fake.invoice(id).status).toBe('UNPAID');
  });
});

describe('cancelling', () => {
  it('is idempotent, and retains what was paid', async () => {
    const id = await published();
    fake.pay(id, { amount: 400 });
    const expected = { status: 'cancelled', paid_cents: 400 };
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject(expected);
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject(expected);
    expect(callCount('POST', /\/cancel$/)).toBe(1);
    expect(await square().listPayments('BFS', id)).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)(
    'takes effect once when the connection is cut %s its effect',
    async (when) => {
      const id = await published();
      fake.http.failNext('POST', /\/cancel$/, { kind: 'cut', when });
      expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject({ status: 'cancelled' });
      expect(fake.invoice(id).status).toBe('CANCELED');
    },
  );

  it.each([
    { status: 400, code: 'VERSION_MISMATCH' },
    { status: 409, code: 'CONFLICT' },
  ])('reads again when Square changed the invoice meanwhile: %j', async ({ status, code }) => {
    const id = await published();
    const errors = [{ category: 'INVALID_REQUEST_ERROR', code }];
    fake.http.failNext('POST', /\/cancel$/, { kind: 'answer', status, body: { errors } });
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject({ status: 'cancelled' });
  });

  it('is rejected once paid, and while a bank transfer is pending', async () => {
    const paid = await published();
    fake.pay(paid);
    await expect(square().cancelInvoice('BFS', paid, 'c')).rejects.toEqual(errorOfKind('wrong_state'));
    const processing = await published();
    fake.pay(processing, { method: 'ach' });
    await expect(square().cancelInvoice('BFS', processing, 'c')).rejects.toEqual(errorOfKind('wrong_state'));
  });

  it('deletes a draft, which then counts as a cancelled invoice', async () => {
    const input = await toPublish();
    fake.http.failNext('POST', /\/publish$/, { kind: 'cut', when: 'before' }, 3);
    await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
    const id = fake.about('BFS', input.idempotencyKey).invoices[0]?.id ?? '';
    fake.http.failNext('DELETE', /^\/v2\/invoices/, { kind: 'cut', when: 'after' });
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject({ status: 'cancelled' });
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject({
      status: 'cancelled',
      total_cents: 1070,
    });
    expect(await square().getInvoice('BFS', id)).toMatchObject({ status: 'cancelled' });
    expect(await square().publishInvoice(input)).toMatchObject({
      status: 'cancelled',
      providerInvoiceId: id,
    });
    expect(await square().listPayments('BFS', id)).toEqual([]);
    expect(fake.about('BFS', input.idempotencyKey).invoices).toEqual([]);
  });
});
