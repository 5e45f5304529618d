import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimited, serverError } from './failures.ts';
import { FakeSquare } from './fake-square.ts';
import { must, pathOf, SquareCaller } from './square-caller.ts';

/** The rules of Square that its contract cannot express. */
describe('the rules of Square', () => {
  let now = new Date('2026-09-01T12:00:00Z');
  const fake = new FakeSquare({ now: () => now });
  const square = new SquareCaller(fake);
  const otherSeller = new SquareCaller(fake, 'BFA');

  beforeAll(() => fake.start());
  afterAll(async () => {
    expect(fake.http.violations).toEqual([]);
    await fake.stop();
  });

  it('require a valid token and a version', async () => {
    const callWith = (headers: Record<string, string>) =>
      square.call('GET', '/v2/locations', undefined, headers);
    for (const authorization of ['', 'Bearer unknown', fake.merchant('BFS').token]) {
      const { status, body } = await callWith({ authorization });
      expect([status, body.errors?.[0]]).toMatchObject([
        401,
        { category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' },
      ]);
    }
    expect((await callWith({ 'square-version': '' })).code).toBe('INVALID_SQUARE_VERSION_FORMAT');
    fake.setToken('BFS', 'expired');
    expect(await callWith({})).toMatchObject({ status: 401, code: 'ACCESS_TOKEN_EXPIRED' });
    expect((await otherSeller.call('GET', '/v2/locations')).status).toBe(200);
    fake.setToken('BFS', 'revoked');
    expect((await callWith({})).code).toBe('ACCESS_TOKEN_REVOKED');
    fake.setToken('BFS', 'active');
    fake.merchant('BFS').tokenExpiresAt = now.toISOString();
    expect((await callWith({})).code).toBe('ACCESS_TOKEN_EXPIRED');
    fake.merchant('BFS').tokenExpiresAt = null;
  });

  it('apply fixed discounts to an order before its tax, and reject invalid discounts', async () => {
    const baseOrder = square.orderBody(must((await square.published()).primary_recipient.customer_id));
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    const discount = (fields: object = {}) => ({
      uid: 'd',
      name: 'Credit',
      type: 'FIXED_AMOUNT',
      amount_money: usd(500),
      scope: 'ORDER',
      ...fields,
    });
    const line = (price: number) => ({ name: 'Fee', quantity: '1', base_price_money: usd(price) });
    const taxes = [{ uid: 't', name: 'Tax', percentage: '7', type: 'ADDITIVE', scope: 'ORDER' }];
    const calculate = (discounts: object[]) =>
      square.call('POST', '/v2/orders/calculate', {
        order: { ...baseOrder, line_items: [line(1000), line(2000)], taxes, discounts },
      });
    expect((await calculate([discount()])).body).toMatchObject({
      order: {
        total_discount_money: usd(500),
        total_tax_money: usd(175),
        total_money: usd(2675),
        line_items: [{ total_discount_money: usd(167) }, { total_discount_money: usd(333) }],
      },
    });
    expect((await calculate([discount({ amount_money: usd(0) })])).code).toBe('VALUE_TOO_LOW');
    expect((await calculate([discount(), discount()])).code).toBe('INVALID_VALUE');
    expect((await calculate([discount({ name: undefined })])).code).toBe('MISSING_REQUIRED_PARAMETER');
  });

  it('isolate the two sellers from each other', async () => {
    const invoice = await square.published();
    const payment = fake.pay(invoice.id);
    const customer = must(invoice.primary_recipient.customer_id);
    const paths = [pathOf(invoice.id), `/v2/orders/${invoice.order_id}`];
    for (const path of [...paths, `/v2/customers/${customer}`, `/v2/payments/${payment.id}`]) {
      expect(await otherSeller.call('GET', path)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    const cancel = await otherSeller.call('POST', `${pathOf(invoice.id)}/cancel`, {
      version: invoice.version,
    });
    expect(cancel.code).toBe('NOT_FOUND');
    const order = otherSeller.orderBody(customer);
    expect((await otherSeller.call('POST', '/v2/orders', { order })).code).toBe('NOT_FOUND');
    const misplaced = { order: { ...square.orderBody(customer), location_id: otherSeller.location } };
    expect(await square.call('POST', '/v2/orders', misplaced)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect((await square.call('GET', `/v2/invoices?location_id=${otherSeller.location}`)).code).toBe(
      'FORBIDDEN',
    );
    expect((await square.call('GET', `/v2/payments?location_id=${otherSeller.location}`)).code).toBe(
      'FORBIDDEN',
    );
  });

  it('replay the first response for the same key and request, and reject the key for another request', async () => {
    const { id } = await square.customer();
    const body = { idempotency_key: 'order-7', order: square.orderBody(id, { reference_id: 'seven' }) };
    const first = await square.call('POST', '/v2/orders', body);
    const { order, idempotency_key } = body;
    const again = await square.call('POST', '/v2/orders', { order, idempotency_key });
    expect(again.body).toEqual(first.body);
    const other = { idempotency_key, order: square.orderBody(id, { reference_id: 'eight' }) };
    expect(await square.call('POST', '/v2/orders', other)).toMatchObject({
      status: 400,
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(fake.about('BFS', 'seven').orders).toHaveLength(1);
    const elsewhere = await square.customer({ idempotency_key });
    expect(elsewhere.id).not.toBe(id);
    fake.expireIdempotencyKeys();
    await square.call('POST', '/v2/orders', body);
    expect(fake.about('BFS', 'seven').orders).toHaveLength(2);
  });

  it('do not store the key of a rejected call, and replay a publish call after the invoice has changed', async () => {
    const draft = await square.draft();
    const publish = (version: number, idempotency_key: string) =>
      square.call('POST', `${pathOf(draft.id)}/publish`, { version, idempotency_key });
    expect((await publish(9, 'publish-a')).code).toBe('VERSION_MISMATCH');
    expect((await publish(0, 'publish-a')).body.invoice?.status).toBe('UNPAID');
    fake.pay(draft.id);
    expect((await publish(0, 'publish-a')).body.invoice?.status).toBe('UNPAID');
    expect((await square.read(draft.id)).status).toBe('PAID');
    const other = await square.draft();
    const reused = { version: 0, idempotency_key: 'publish-a' };
    expect((await square.call('POST', `${pathOf(other.id)}/publish`, reused)).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('return the same order for the same key after the connection was lost', async () => {
    const { id } = await square.customer();
    const body = { idempotency_key: 'cut', order: square.orderBody(id, { reference_id: 'cut' }) };
    fake.http.failNext('POST', /^\/v2\/orders$/, { kind: 'cut', when: 'after' });
    await expect(square.call('POST', '/v2/orders', body)).rejects.toThrow();
    const { order } = (await square.call('POST', '/v2/orders', body)).body;
    expect(fake.about('BFS', 'cut').orders).toMatchObject([{ id: order?.id }]);
  });

  it('limit the rate of calls and return Retry-After', async () => {
    fake.http.failNext('GET', /^\/v2\/locations$/, rateLimited(3), 2);
    for (const _ of [1, 2]) {
      const { status, code, headers } = await square.call('GET', '/v2/locations');
      expect([status, code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '3']);
    }
    fake.http.failNext('GET', /^\/v2\/locations$/, serverError());
    expect((await square.call('GET', '/v2/locations')).code).toBe('INTERNAL_SERVER_ERROR');
    expect((await square.call('GET', '/v2/locations')).status).toBe(200);
    expect(fake.http.pendingFailures).toBe(0);
  });

  const totals: [string, object, number, number][] = [
    ['half a cent is rounded down to even', { lines: [['1', 600]], percentage: '9.75' }, 58, 658],
    ['half a cent is rounded up to even', { lines: [['1', 1800]], percentage: '9.75' }, 176, 1976],
    ['more than half a cent is rounded up', { lines: [['1', 3020]], percentage: '11.75' }, 355, 3375],
    [
      'taxes are rounded once, on the total',
      {
        lines: [
          ['1', 1500],
          ['1', 800],
          ['2', 695],
        ],
        percentage: '8.875',
      },
      327,
      4017,
    ],
    ['fractional quantities are rounded per line', { lines: [['1.5', 333]], percentage: '0' }, 0, 500],
    [
      'a tax on some lines does not affect the others',
      {
        lines: [
          ['1', 1000, 'tax'],
          ['1', 1000],
        ],
        percentage: '10',
        scope: 'LINE_ITEM',
      },
      100,
      2100,
    ],
  ];
  it.each(totals)('calculate orders: %s', async (_, input, tax, total) => {
    const {
      lines,
      percentage,
      scope = 'ORDER',
    } = input as {
      lines: [string, number, string?][];
      percentage: string;
      scope?: string;
    };
    const order = square.orderBody((await square.customer()).id, {
      line_items: lines.map(([quantity, amount, tax_uid]) => ({
        name: 'Line',
        quantity,
        ...(quantity.includes('.') ? { quantity_unit: { precision: 1 } } : {}),
        base_price_money: { amount, currency: 'USD' },
        ...(tax_uid ? { applied_taxes: [{ tax_uid }] } : {}),
      })),
      taxes: [{ uid: 'tax', name: 'Tax', percentage, type: 'ADDITIVE', scope }],
    });
    const { body } = await square.call('POST', '/v2/orders/calculate', { order });
    const calculated = must(body.order);
    expect([calculated.total_tax_money.amount, calculated.total_money.amount]).toEqual([tax, total]);
    const byLine = must(calculated.line_items).reduce((sum, line) => sum + line.total_money.amount, 0);
    expect(byLine).toBe(total);
  });

  it('can round taxes up, so that the total differs by a cent', async () => {
    const taxes = [{ uid: 't', name: 'Tax', percentage: '8.875', scope: 'ORDER' }];
    const line = { name: 'Advice', quantity: '1', base_price_money: { amount: 100, currency: 'USD' } };
    const order = square.orderBody((await square.customer()).id, {
      taxes,
      line_items: [{ ...line, quantity: '15' }],
    });
    const total = async () =>
      (await square.call('POST', '/v2/orders/calculate', { order })).body.order?.total_money.amount;
    const usual = must(await total());
    fake.switches.roundTaxUp = true;
    expect(await total()).toBe(usual + 1);
    fake.switches.roundTaxUp = false;
  });

  it('require an integer quantity without a unit, and the location’s currency', async () => {
    const { id } = await square.customer();
    const errorCodeFor = async (line: object) => {
      const line_items = [
        { name: 'x', quantity: '1', base_price_money: { amount: 1, currency: 'USD' }, ...line },
      ];
      return (await square.call('POST', '/v2/orders', { order: square.orderBody(id, { line_items }) })).code;
    };
    expect(await errorCodeFor({ quantity: '1.5' })).toBe('INVALID_VALUE');
    expect(await errorCodeFor({ quantity: 'two' })).toBe('INVALID_VALUE');
    expect(await errorCodeFor({ base_price_money: { amount: 1, currency: 'EUR' } })).toBe('INVALID_VALUE');
    expect(await errorCodeFor({ applied_taxes: [{ tax_uid: 'none' }] })).toBe('INVALID_VALUE');
    expect(await errorCodeFor({ name: undefined })).toBe('MISSING_REQUIRED_PARAMETER');
    now = new Date(now.getTime() + 1000);
  });

  it('send a scheduled invoice with its link only when its time has come', async () => {
    const order = await square.order((await square.customer()).id);
    const scheduled_at = new Date(now.getTime() + 60_000).toISOString();
    const body = { invoice: square.invoiceBody(order, { scheduled_at }) };
    const { id } = must((await square.call('POST', '/v2/invoices', body)).body.invoice);
    await square.call('POST', `${pathOf(id)}/publish`, { version: 0 });
    const waiting = await square.read(id);
    expect([waiting.status, waiting.public_url]).toEqual(['SCHEDULED', undefined]);
    now = new Date(now.getTime() + 60_000);
    const sent = await square.read(id);
    expect([sent.status, sent.version]).toEqual(['UNPAID', waiting.version + 1]);
    expect(sent.public_url).toContain(fake.url);
  });

  it('can list new payments with a delay', async () => {
    const { id } = await square.published();
    const payment = fake.pay(id);
    fake.switches.listLagMs = 5000;
    const listed = async () =>
      (await square.call('GET', '/v2/payments')).body.payments?.map((each) => each.id) ?? [];
    expect(await listed()).not.toContain(payment.id);
    now = new Date(now.getTime() + 5000);
    expect(await listed()).toContain(payment.id);
    fake.switches.listLagMs = 0;
  });
});

describe('the fake in a demo', () => {
  it('restores tokens, data, pay pages and pending events after a restart', async () => {
    const saveTo = path.join(await mkdtemp(path.join(tmpdir(), 'fake-square-')), 'square.json');
    const first = new FakeSquare({ saveTo });
    await first.start();
    const settings = first.environment('http://127.0.0.1:3000');
    const { id } = await new SquareCaller(first).published({ reference_id: 'saved' });
    first.pay(id, { amount: 100 });
    await first.stop();
    const second = new FakeSquare({ saveTo });
    await second.start();
    expect(second.environment('http://127.0.0.1:3000')).toEqual({ ...settings, SQUARE_BASE_URL: second.url });
    expect(second.about('BFS', 'saved')).toMatchObject({
      paidCents: 100,
      invoices: [{ id, status: 'PARTIALLY_PAID' }],
    });
    expect((await fetch(must((await new SquareCaller(second).read(id)).public_url))).status).toBe(200);
    expect(second.outbox.drain('invoice.payment_made')).toHaveLength(1);
    expect(second.http.violations).toEqual([]);
    await second.stop();
  });
});
