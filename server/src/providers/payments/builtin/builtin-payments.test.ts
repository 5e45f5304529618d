import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dueOfTotal, type PayAttempt } from '#platform/ports/built-in-pay-page.ts';
import type { Account, InvoiceToPublish } from '#platform/ports/payments.ts';
import { useTestApp } from '#testing/test-app.ts';
import { createBuiltinPayments } from './builtin-payments.ts';

const t = useTestApp();
const provider = (PUBLIC_URL?: string) =>
  createBuiltinPayments({ ...t.current.deps, config: { ...t.current.config, PUBLIC_URL } });
const customerOf = (account: Account, key: string = randomUUID()) =>
  provider().ensureCustomer(account, { reference: '7', name: 'Zoe', email: null, phone: null }, key);

async function toPublish(values: Partial<InvoiceToPublish> = {}): Promise<InvoiceToPublish> {
  const account = values.account ?? 'BFS';
  return {
    account,
    idempotencyKey: randomUUID(),
    customerId: await customerOf(account),
    reference: 'INV-1',
    title: 'Fee',
    description: '',
    lines: [{ description: 'Fee', quantity: 1, unit_price_cents: 1000, line_total_cents: 1000 }],
    tax_rate: 0.07,
    tax_cents: 70,
    total_cents: 1070,
    due_date: null,
    ...values,
  };
}

async function published(values: Partial<InvoiceToPublish> = {}) {
  const invoice = await provider().publishInvoice(await toPublish(values));
  return { ...invoice, token: invoice.publicUrl.split('/pay/')[1] ?? '' };
}

const attempt = (values: Partial<PayAttempt> = {}): PayAttempt => ({
  key: randomUUID(),
  outcome: 'paid',
  method: 'card',
  amount_cents: null,
  dueOf: dueOfTotal(1070),
  ...values,
});

async function eventsOf(providerInvoiceId: string) {
  const all = await provider().undelivered(1000);
  const read = all.map(async ({ account, rawBody, headers }) => ({
    ...provider().verifyWebhook(account, rawBody, headers),
    update: await provider().readEvent(account, rawBody),
  }));
  return (await Promise.all(read)).filter(({ update }) => update?.providerInvoiceId === providerInvoiceId);
}

describe('customers', () => {
  it('are created once per key and account', async () => {
    const key = randomUUID();
    const [one, again] = await Promise.all([customerOf('BFS', key), customerOf('BFS', key)]);
    expect(again).toBe(one);
    expect(await customerOf('BFA', key)).not.toBe(one);
  });
});

describe('publishInvoice', () => {
  it('returns the same invoice for the same key, also for many concurrent calls', async () => {
    const invoice = await toPublish();
    const all = await Promise.all([1, 2, 3, 4].map(() => provider().publishInvoice(invoice)));
    expect(new Set(all.map(({ publicUrl }) => publicUrl)).size).toBe(1);
    expect(all[0]).toMatchObject({ account: 'BFS', status: 'unpaid', total_cents: 1070, paid_cents: 0 });
    expect(await eventsOf(all[0]?.providerInvoiceId ?? '')).toMatchObject([{ type: 'invoice.published' }]);
  });

  it('returns a URL on PUBLIC_URL, or a path when it is not set', async () => {
    const invoice = await toPublish();
    const { publicUrl } = await provider('https://pay.example').publishInvoice(invoice);
    expect(publicUrl).toMatch(/^https:\/\/pay\.example\/pay\/[\w-]{43}$/);
    expect((await provider().publishInvoice(invoice)).publicUrl).toMatch(/^\/pay\/[\w-]{43}$/);
  });

  it('reports its steps', async () => {
    const steps: string[] = [];
    await provider().publishInvoice(await toPublish(), async (name) => {
      steps.push(name);
    });
    expect(steps).toEqual(['order', 'publish']);
  });

  it('rejects totals that do not add up, an amount of zero, and customers of the other account', async () => {
    await expect(provider().publishInvoice(await toPublish({ total_cents: 1071 }))).rejects.toMatchObject({
      kind: 'total_differs',
    });
    const nothing = await toPublish({ lines: [], tax_cents: 0, total_cents: 0 });
    await expect(provider().publishInvoice(nothing)).rejects.toMatchObject({ kind: 'invalid' });
    const stranger = await toPublish({ account: 'BFS', customerId: await customerOf('BFA') });
    await expect(provider().publishInvoice(stranger)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('records', () => {
  it('are separate for each account', async () => {
    const { providerInvoiceId } = await published({ account: 'BFA' });
    await expect(provider().getInvoice('BFS', providerInvoiceId)).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(provider().listPayments('BFS', providerInvoiceId)).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(provider().cancelInvoice('BFS', providerInvoiceId, 'k')).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('contain every payment and refund, oldest first', async () => {
    const { token, providerInvoiceId } = await published();
    expect(await provider().pay(token, attempt({ outcome: 'declined' }))).toBe('declined');
    expect(await provider().pay(token, attempt({ outcome: 'partial', amount_cents: 70 }))).toBe(
      'partially_paid',
    );
    expect(await provider().pay(token, attempt())).toBe('paid');
    const payments = await provider().listPayments('BFS', providerInvoiceId);
    expect(payments.map(({ status, amount_cents }) => [status, amount_cents])).toEqual([
      ['failed', 1070],
      ['completed', 70],
      ['completed', 1000],
    ]);
    const paymentId = payments[2]?.providerPaymentId ?? '';
    const refund = await provider().refund('BFS', paymentId, 400, 'once');
    expect(await provider().refund('BFS', paymentId, 400, 'once')).toBe(refund);
    await expect(provider().refund('BFS', paymentId, 601, 'more')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(provider().refund('BFA', paymentId, 1, 'other')).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await provider().getInvoice('BFS', providerInvoiceId)).toMatchObject({
      status: 'partially_refunded',
      paid_cents: 1070,
      refunded_cents: 400,
    });
  });

  it('produce one signed event with its own ID per effect', async () => {
    const { token, providerInvoiceId } = await published();
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => provider().pay(token, attempt({ key }))));
    await provider()
      .cancelInvoice('BFS', providerInvoiceId, 'k')
      .catch(() => undefined);
    const events = await eventsOf(providerInvoiceId);
    expect(events.map((event) => event?.type)).toEqual(['invoice.published', 'payment.created']);
    expect(new Set(events.map((event) => event?.eventId)).size).toBe(2);
  });
});

describe('bank transfer', () => {
  it.each([
    ['delayed', 'completed', 1070],
    ['declined', 'failed', 0],
  ] as const)('%s ends once as %s, however many servers poll', async (outcome, status, paid_cents) => {
    const { token, providerInvoiceId } = await published();
    expect(await provider().pay(token, attempt({ outcome, method: 'ach' }))).toBe('processing');
    expect(await provider().settleDelayed()).toBe(0);
    t.current.clock.advance(20_000);
    const ended = await Promise.all([1, 2, 3].map(() => provider().settleDelayed()));
    expect(ended.reduce((sum, n) => sum + n, 0)).toBe(1);
    const last = (await eventsOf(providerInvoiceId)).at(-1);
    expect(last).toMatchObject({
      type: 'payment.updated',
      update: { payments: [{ status, at: t.current.clock.now() }] },
    });
    expect(await provider().getInvoice('BFS', providerInvoiceId)).toMatchObject({ paid_cents });
  });

  it('prevents a second payment of the amount due while it is pending', async () => {
    const { token, providerInvoiceId } = await published();
    await provider().pay(token, attempt({ outcome: 'delayed' }));
    await expect(provider().pay(token, attempt())).rejects.toMatchObject({ kind: 'wrong_state' });
    const payments = await provider().listPayments('BFS', providerInvoiceId);
    expect(payments).toMatchObject([{ status: 'pending', amount_cents: 1070 }]);
  });
});

describe('cancelInvoice', () => {
  it('is idempotent, and no payment is accepted afterwards', async () => {
    const { token, providerInvoiceId } = await published();
    await provider().cancelInvoice('BFS', providerInvoiceId, 'k');
    expect(await provider().cancelInvoice('BFS', providerInvoiceId, 'k')).toMatchObject({
      status: 'cancelled',
    });
    await expect(provider().pay(token, attempt())).rejects.toMatchObject({ kind: 'wrong_state' });
  });

  it('rejects a paid invoice', async () => {
    const { token, providerInvoiceId } = await published();
    await provider().pay(token, attempt());
    await expect(provider().cancelInvoice('BFS', providerInvoiceId, 'k')).rejects.toMatchObject({
      kind: 'wrong_state',
    });
  });
});

describe('amounts', () => {
  it.each([0, -1, 0.5, Number.NaN, 1071, 2 ** 60])('of %d are rejected', async (amount_cents) => {
    const { token, providerInvoiceId } = await published();
    await expect(provider().pay(token, attempt({ outcome: 'partial', amount_cents }))).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(await provider().listPayments('BFS', providerInvoiceId)).toEqual([]);
  });
});
