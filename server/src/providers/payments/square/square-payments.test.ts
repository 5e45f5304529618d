import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSquarePayments } from './square-payments.ts';
import { errorOfKind, newCustomer, useSquareWorld } from './testing/square-world.ts';

const { clock, fake, options, square, customerOf, toPublish, publish, callCount } = useSquareWorld();
const ORDERS = /^\/v2\/orders$/;
const INVOICES = /^\/v2\/invoices$/;
const PUBLISH = /\/publish$/;

describe('customers', () => {
  it('are created once per key, and found by our ID under another key', async () => {
    const zoe = newCustomer();
    const key = randomUUID();
    const [one, same] = await Promise.all([
      square().ensureCustomer('BFS', zoe, key),
      square().ensureCustomer('BFS', zoe, key),
    ]);
    expect(same).toBe(one);
    clock.advance(2 * 60_000);
    expect(await square().ensureCustomer('BFS', zoe, randomUUID())).toBe(one);
    expect(await square().ensureCustomer('BFA', zoe, randomUUID())).not.toBe(one);
    expect(fake.merchant('BFS').customers.find(({ id }) => id === one)).toMatchObject({
      given_name: 'Zoe',
      family_name: 'Ward',
      email_address: 'zoe@example.com',
      phone_number: '+12125550100',
      reference_id: zoe.reference,
    });
  });

  it('are not duplicated when the response is lost and their data changes meanwhile', async () => {
    const zoe = newCustomer();
    const key = randomUUID();
    fake.http.failNext('POST', /^\/v2\/customers$/, { kind: 'cut', when: 'after' }, 3);
    await expect(square().ensureCustomer('BFS', zoe, key)).rejects.toEqual(errorOfKind('unavailable'));
    const renamed = { ...zoe, name: 'Zoe Stone' };
    await expect(square().ensureCustomer('BFS', renamed, key)).rejects.toEqual(errorOfKind('unavailable'));
    clock.advance(3 * 60_000);
    await square().ensureCustomer('BFS', renamed, key);
    const all = fake.merchant('BFS').customers.filter(({ reference_id }) => reference_id === zoe.reference);
    expect(all).toHaveLength(1);
  });

  it("with our number but someone else's data are not changed", async () => {
    const zoe = newCustomer();
    const id = await square().ensureCustomer('BFS', zoe, randomUUID());
    clock.advance(2 * 60_000);
    const max = { reference: zoe.reference, name: 'Max Lee', email: 'max@example.com', phone: null };
    const other = await square().ensureCustomer('BFS', max, randomUUID());
    expect(other).not.toBe(id);
    clock.advance(2 * 60_000);
    const married = { ...zoe, name: 'Zoe Stone', phone: null };
    expect(await square().ensureCustomer('BFS', married, randomUUID())).toBe(id);
    expect(await square().ensureCustomer('BFS', max, randomUUID())).toBe(other);
  });

  it('that the seller deleted or merged are created again or found', async () => {
    const zoe = newCustomer();
    const key = randomUUID();
    const gone = await square().ensureCustomer('BFS', zoe, key);
    const { customers } = fake.merchant('BFS');
    customers.splice(
      customers.findIndex(({ id }) => id === gone),
      1,
    );
    clock.advance(1000);
    const [one, same] = await Promise.all([
      square().ensureCustomer('BFS', zoe, key),
      square().ensureCustomer('BFS', zoe, key),
    ]);
    expect(one).not.toBe(gone);
    expect(same).toBe(one);
    expect(await square().ensureCustomer('BFS', zoe, key)).toBe(one);
  });

  it('are created by name alone when Square rejects the other values', async () => {
    const errors = [{ category: 'INVALID_REQUEST_ERROR', code: 'INVALID_PHONE_NUMBER' }];
    fake.http.failNext('POST', /^\/v2\/customers$/, { kind: 'answer', status: 400, body: { errors } });
    const id = await square().ensureCustomer('BFS', newCustomer(), randomUUID());
    expect(fake.merchant('BFS').customers.find((each) => each.id === id)).not.toHaveProperty('phone_number');
  });
});

describe('publishing', () => {
  it('creates order and invoice, and returns the URL for payment', async () => {
    const steps: string[] = [];
    const input = await toPublish({ due_date: '2027-01-31', description: 'For the year' });
    const published = await square().publishInvoice(input, async (name) => {
      steps.push(name);
    });
    expect(steps).toEqual(['order', 'publish']);
    expect(published).toMatchObject({
      status: 'unpaid',
      total_cents: 1070,
      paid_cents: 0,
      refunded_cents: 0,
    });
    expect(published.publicUrl).toMatch(/^http/);
    expect(fake.invoice(published.providerInvoiceId)).toMatchObject({
      status: 'UNPAID',
      invoice_number: input.reference,
      delivery_method: 'SHARE_MANUALLY',
      description: 'For the year',
      payment_requests: [{ due_date: '2027-01-31' }],
      accepted_payment_methods: { card: true, bank_account: true },
    });
    const books = fake.about('BFS', input.idempotencyKey);
    expect([books.orders.length, books.invoices.length]).toEqual([1, 1]);
    expect(fake.about('BFA', input.idempotencyKey).orders).toEqual([]);
  });

  it('matches our cents with fractions, long lists and odd rates', async () => {
    const lines = [
      { description: 'Hours', quantity: 2.333, unit_price_cents: 9999, line_total_cents: 23_328 },
      { description: 'Pages', quantity: 12, unit_price_cents: 25, line_total_cents: 300 },
    ];
    const money = { lines, tax_rate: 0.08875, tax_cents: 2097, total_cents: 25_725 };
    expect(await publish(money)).toMatchObject({ total_cents: 25_725 });
  });

  it('is rejected when totals differ by a single cent, before anything is created', async () => {
    fake.switches.roundTaxUp = true;
    const lines = [{ description: 'Fee', quantity: 1, unit_price_cents: 1001, line_total_cents: 1001 }];
    const input = await toPublish({ lines, tax_cents: 70, total_cents: 1071 });
    await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('total_differs'));
    fake.switches.roundTaxUp = false;
    expect(callCount('POST', ORDERS)).toBe(0);
    expect(await square().publishInvoice(input)).toMatchObject({ total_cents: 1071 });
  });

  it('is rejected without a customer of the account, without an amount, and for a key with other content', async () => {
    const ofOther = await toPublish({ customerId: await customerOf('BFA') });
    await expect(square().publishInvoice(ofOther)).rejects.toEqual(errorOfKind('not_found'));
    await expect(publish({ total_cents: 0 })).rejects.toEqual(errorOfKind('invalid'));
    const input = await toPublish();
    await square().publishInvoice(input);
    const other = { ...input, title: 'Other' };
    await expect(square().publishInvoice(other)).rejects.toEqual(errorOfKind('key_reused'));
  });

  it('is idempotent, also long after Square forgot the key', async () => {
    const input = await toPublish();
    const first = await square().publishInvoice(input);
    fake.expireIdempotencyKeys();
    clock.advance(40 * 86_400_000);
    const again = await Promise.all([square().publishInvoice(input), square().publishInvoice(input)]);
    expect(again.map(({ providerInvoiceId }) => providerInvoiceId)).toEqual([
      first.providerInvoiceId,
      first.providerInvoiceId,
    ]);
    expect([callCount('POST', ORDERS), callCount('POST', INVOICES), callCount('POST', PUBLISH)]).toEqual([
      1, 1, 1,
    ]);
  });

  it('creates one invoice for two concurrent calls', async () => {
    const input = await toPublish();
    const both = await Promise.all([square().publishInvoice(input), square().publishInvoice(input)]);
    expect(both[0].providerInvoiceId).toBe(both[1].providerInvoiceId);
    expect(fake.about('BFS', input.idempotencyKey).invoices).toHaveLength(1);
  });

  describe.each([
    ['order', ORDERS],
    ['invoice', INVOICES],
    ['publishing', PUBLISH],
  ])('with a failing %s call', (_, path) => {
    it.each(['before', 'after'] as const)(
      'continues where it stopped when cut %s its effect',
      async (when) => {
        const input = await toPublish();
        fake.http.failNext('POST', path, { kind: 'cut', when }, 3);
        await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
        const published = await square().publishInvoice(input);
        const { orders, invoices } = fake.about('BFS', input.idempotencyKey);
        expect([orders.length, invoices.length]).toEqual([1, 1]);
        expect(fake.invoice(published.providerInvoiceId).status).toBe('UNPAID');
      },
    );

    it('creates nothing twice when the response is lost and the key is forgotten', async () => {
      const input = await toPublish();
      fake.http.failNext('POST', path, { kind: 'cut', when: 'after' }, 3);
      await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
      fake.expireIdempotencyKeys();
      clock.advance(2 * 86_400_000);
      await square().publishInvoice(input);
      const { orders, invoices } = fake.about('BFS', input.idempotencyKey);
      expect([orders.length, invoices.length]).toEqual([1, 1]);
      expect(invoices[0]?.status).toBe('UNPAID');
    });
  });

  it('finds the draft of a lost response also when Square reports a conflict', async () => {
    const input = await toPublish();
    fake.http.failNext('POST', INVOICES, { kind: 'cut', when: 'after' }, 3);
    await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
    const errors = [{ category: 'INVALID_REQUEST_ERROR', code: 'CONFLICT' }];
    fake.http.failNext('POST', INVOICES, { kind: 'answer', status: 409, body: { errors } });
    expect(await square().publishInvoice(input)).toMatchObject({ status: 'unpaid' });
    expect(fake.about('BFS', input.idempotencyKey).invoices).toHaveLength(1);
  });

  it('due today continues tomorrow after an interruption', async () => {
    const input = await toPublish({ due_date: '2026-11-01' });
    fake.http.failNext('POST', INVOICES, { kind: 'cut', when: 'before' }, 3);
    await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
    clock.advance(86_400_000);
    expect(await square().publishInvoice(input)).toMatchObject({ status: 'unpaid' });
    expect(fake.about('BFS', input.idempotencyKey).invoices).toHaveLength(1);
  });

  it('continues with a new version when Square changed the draft itself', async () => {
    const input = await toPublish();
    fake.http.failNext('POST', PUBLISH, { kind: 'cut', when: 'before' }, 3);
    await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
    fake.bumpVersion(fake.about('BFS', input.idempotencyKey).invoices[0]?.id ?? '');
    expect(await square().publishInvoice(input)).toMatchObject({ status: 'unpaid' });
  });

  it('adds a suffix to a taken number', async () => {
    const first = await publish({ reference: 'INV-1' });
    await square().cancelInvoice('BFS', first.providerInvoiceId, 'c');
    const second = await publish({ reference: 'INV-1' });
    const third = await publish({ reference: 'INV-1' });
    expect(fake.invoice(second.providerInvoiceId).invoice_number).toBe('INV-1-2');
    expect(fake.invoice(third.providerInvoiceId).invoice_number).toBe('INV-1-3');
    const other = await publish({ account: 'BFA', reference: 'INV-1' });
    expect(fake.invoice(other.providerInvoiceId).invoice_number).toBe('INV-1');
  });

  it('waits for a busy Square and continues', async () => {
    const errors = [{ category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' }];
    const headers = { 'retry-after': '2' };
    fake.http.failNext('POST', ORDERS, { kind: 'answer', status: 429, body: { errors }, headers });
    fake.http.failNext('POST', INVOICES, { kind: 'answer', status: 503, body: 'busy' }, 2);
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
    };
    const input = await toPublish();
    await createSquarePayments({ ...options(), wait }).publishInvoice(input);
    expect(waits[0]).toBeGreaterThanOrEqual(2000);
    expect(fake.about('BFS', input.idempotencyKey).invoices).toHaveLength(1);
  });

  it('stops at once when the token is rejected', async () => {
    const input = await toPublish();
    fake.setToken('BFS', 'revoked');
    fake.http.clear();
    await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
    fake.setToken('BFS', 'active');
    expect(fake.http.calls).toHaveLength(1);
  });
});
