import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenEvents } from './event-contract.ts';
import { FakeSquare } from './fake-square.ts';
import { must, pathOf, SquareCaller } from './square-caller.ts';

/** Calls every route; requests and responses must match the official contract. */
describe('the routes of the fake Square', () => {
  let now = new Date('2026-09-01T12:00:00Z');
  const fake = new FakeSquare({ now: () => now });
  const square = new SquareCaller(fake);
  const otherSeller = new SquareCaller(fake, 'BFA');

  beforeAll(() => fake.start());
  afterAll(async () => {
    expect(fake.http.violations).toEqual([]);
    expect(await brokenEvents(fake)).toEqual([]);
    await fake.stop();
  });

  const get = (path: string) => square.call('GET', path);
  const ok = async (answer: ReturnType<SquareCaller['call']>) => {
    const got = await answer;
    expect(got.body.errors).toBeUndefined();
    expect(got.status).toBe(200);
    return got.body;
  };

  it('returns locations, merchant, token status and subscriptions', async () => {
    const { locations } = await ok(get('/v2/locations'));
    expect(must(locations)[0]).toMatchObject({ id: square.location, status: 'ACTIVE', currency: 'USD' });
    await ok(get(`/v2/locations/${square.location}`));
    expect((await get(`/v2/locations/${otherSeller.location}`)).code).toBe('NOT_FOUND');
    await ok(get('/v2/merchants/me'));
    await ok(get(`/v2/merchants/${fake.merchant('BFS').id}`));
    const status = await ok(square.call('POST', '/oauth2/token/status'));
    expect(status.merchant_id).toBe(fake.merchant('BFS').id);
    expect(status.scopes).not.toContain('PAYMENTS_WRITE');
    const { subscriptions } = await ok(get('/v2/webhooks/subscriptions'));
    await ok(get(`/v2/webhooks/subscriptions/${must(subscriptions)[0]?.id}`));
    await ok(get('/v2/webhooks/event-types'));
    await ok(get('/v2/events/types'));
    await ok(get('/v2/cards'));
  });

  it('stores customers and finds them by search after a minute', async () => {
    const { id } = await square.customer({ reference_id: '17', phone_number: '+1 212 555 4240' });
    await ok(get(`/v2/customers/${id}`));
    await ok(get('/v2/customers?limit=1'));
    const changed = await ok(
      square.call('PUT', `/v2/customers/${id}`, { version: 0, note: 'likes mornings' }),
    );
    expect(changed.customer).toMatchObject({ version: 1, note: 'likes mornings', reference_id: '17' });
    const search = (filter: object) =>
      ok(square.call('POST', '/v2/customers/search', { query: { filter }, limit: 5 }));
    expect((await search({ reference_id: { exact: '17' } })).customers).toBeUndefined();
    now = new Date(now.getTime() + 60_000);
    expect((await search({ reference_id: { exact: '17' } })).customers).toHaveLength(1);
    expect((await search({ email_address: { exact: 'ADA@example.com' } })).customers).toHaveLength(1);
    expect((await search({ email_address: { exact: 'ada@example' } })).customers).toBeUndefined();
    await ok(square.call('DELETE', `/v2/customers/${id}`));
    expect((await get(`/v2/customers/${id}`)).code).toBe('NOT_FOUND');
  });

  it('calculates, creates, reads, finds and updates orders', async () => {
    const customer = await square.customer();
    const order = square.orderBody(customer.id, {
      reference_id: 'INV-1',
      taxes: [{ uid: 'tax', name: 'Tax', percentage: '8.875', type: 'ADDITIVE', scope: 'ORDER' }],
    });
    const calculated = must((await ok(square.call('POST', '/v2/orders/calculate', { order }))).order);
    expect(calculated.total_money.amount).toBe(10_888);
    expect(fake.about('BFS', 'INV-1').orders).toHaveLength(0);
    const created = must(
      (await ok(square.call('POST', '/v2/orders', { idempotency_key: 'o-1', order }))).order,
    );
    expect(created).toMatchObject({
      state: 'OPEN',
      version: 1,
      total_tax_money: { amount: 888, currency: 'USD' },
    });
    await ok(get(`/v2/orders/${created.id}`));
    const both = { location_id: square.location, order_ids: [created.id, 'unknown'] };
    expect((await ok(square.call('POST', '/v2/orders/batch-retrieve', both))).orders).toHaveLength(1);
    const query = {
      filter: {
        state_filter: { states: ['OPEN'] },
        customer_filter: { customer_ids: [customer.id] },
        date_time_filter: { created_at: { start_at: '2026-09-01T00:00:00Z' } },
      },
      sort: { sort_field: 'CREATED_AT', sort_order: 'ASC' },
    };
    const search = { location_ids: [square.location], query, limit: 10 };
    expect((await ok(square.call('POST', '/v2/orders/search', search))).orders).toHaveLength(1);
    const entries = await ok(square.call('POST', '/v2/orders/search', { ...search, return_entries: true }));
    expect(entries.order_entries?.[0]?.order_id).toBe(created.id);
    const change = { order: { location_id: square.location, version: 1, state: 'CANCELED' } };
    const canceled = await ok(square.call('PUT', `/v2/orders/${created.id}`, change));
    expect(canceled.order).toMatchObject({ state: 'CANCELED', version: 2 });
  });

  it('drafts, lists, searches, updates, publishes and cancels invoices', async () => {
    const order = await square.order((await square.customer()).id);
    const body = {
      idempotency_key: 'inv-1',
      invoice: square.invoiceBody(order, { invoice_number: 'INV-1' }),
    };
    const draft = must((await ok(square.call('POST', '/v2/invoices', body))).invoice);
    expect(draft).toMatchObject({ status: 'DRAFT', version: 0, invoice_number: 'INV-1' });
    expect(draft.public_url).toBeUndefined();
    const change = { idempotency_key: 'inv-1-title', invoice: { version: 0, title: 'Advice' } };
    const changed = must((await ok(square.call('PUT', pathOf(draft.id), change))).invoice);
    expect(changed).toMatchObject({ version: 1, title: 'Advice' });
    const publish = { version: 1, idempotency_key: 'inv-1-publish' };
    const published = must((await ok(square.call('POST', `${pathOf(draft.id)}/publish`, publish))).invoice);
    expect(published).toMatchObject({ status: 'UNPAID', version: 2 });
    expect(published.public_url).toContain(fake.url);
    await ok(get(pathOf(draft.id)));
    expect((await ok(get(`/v2/invoices?location_id=${square.location}&limit=1`))).invoices).toHaveLength(1);
    const filter = { location_ids: [square.location], customer_ids: [order.customer_id] };
    const query = { filter, sort: { field: 'INVOICE_SORT_DATE', order: 'DESC' } };
    expect((await ok(square.call('POST', '/v2/invoices/search', { query }))).invoices).toHaveLength(1);
    const canceled = await ok(square.call('POST', `${pathOf(draft.id)}/cancel`, { version: 2 }));
    expect(canceled.invoice).toMatchObject({ status: 'CANCELED', version: 3 });
    expect((await ok(get(`/v2/orders/${order.id}`))).order?.state).toBe('CANCELED');
  });

  it('deletes a draft and cancels its order', async () => {
    const { id, order_id, version } = await square.draft();
    await ok(square.call('DELETE', `${pathOf(id)}?version=${version}`));
    expect((await get(pathOf(id))).code).toBe('NOT_FOUND');
    expect((await ok(get(`/v2/orders/${order_id}`))).order?.state).toBe('CANCELED');
  });

  it('returns payments and refunds of every kind, individually and in pages', async () => {
    for (const method of ['card', 'cash', 'check', 'ach'] as const) {
      const { id, order_id } = await square.published();
      const payment = fake.pay(id, { method, amount: 4000 });
      if (method === 'ach') fake.settle(payment.id, 'completed');
      await ok(get(`/v2/payments/${payment.id}`));
      const refund = fake.refund(payment.id, 1500);
      await ok(get(`/v2/refunds/${refund.id}`));
      const { order } = await ok(get(`/v2/orders/${order_id}`));
      expect(order?.tenders).toMatchObject([{ payment_id: payment.id, amount_money: { amount: 4000 } }]);
      const returned = must((await ok(get(`/v2/orders/${refund.order_id}`))).order);
      expect(returned.returns).toMatchObject([{ source_order_id: order_id }]);
    }
    const list = `location_id=${square.location}&begin_time=2026-09-01T00%3A00%3A00Z&limit=3`;
    const first = await ok(get(`/v2/payments?${list}`));
    expect(first.payments).toHaveLength(3);
    const second = await ok(get(`/v2/payments?${list}&cursor=${first.cursor}`));
    expect(second).toMatchObject({ payments: [{ source_type: 'CARD' }] });
    expect(second.cursor).toBeUndefined();
    expect((await get(`/v2/payments?limit=3&cursor=${first.cursor}`)).code).toBe('INVALID_CURSOR');
    expect((await ok(get(`/v2/refunds?${list}&status=COMPLETED&source_type=CARD`))).refunds).toHaveLength(1);
    const late = encodeURIComponent(new Date(now.getTime() + 1).toISOString());
    expect((await get(`/v2/payments?begin_time=${late}`)).code).toBe('INVALID_TIME_RANGE');
  });

  it('rejects payments and refunds for a token that may only read payments', async () => {
    const amount_money = { amount: 100, currency: 'USD' };
    const payment = { source_id: 'cnon:card-nonce-ok', idempotency_key: 'pay-1', amount_money };
    expect((await square.call('POST', '/v2/payments', payment)).code).toBe('INSUFFICIENT_SCOPES');
    const refund = { payment_id: 'x', idempotency_key: 'refund-1', amount_money };
    expect((await square.call('POST', '/v2/refunds', refund)).code).toBe('INSUFFICIENT_SCOPES');
    expect((await square.call('POST', '/v2/payments/x/cancel')).code).toBe('INSUFFICIENT_SCOPES');
  });

  it('lists past events on request', async () => {
    const { id } = await square.published();
    const query = { filter: { event_types: ['invoice.published'] }, sort: { order: 'DESC' } };
    const { events } = await ok(square.call('POST', '/v2/events', { query, limit: 1 }));
    expect(must(events)[0]).toMatchObject({ type: 'invoice.published', data: { id } });
    const own = await ok(otherSeller.call('POST', '/v2/events', {}));
    expect(own.events).toEqual([]);
  });

  it('returns a status that is not in the contract if a test sets one', async () => {
    const { id } = await square.published();
    fake.setStatus(id, 'UNDER_REVIEW');
    expect((await square.read(id)).status).toBe('UNDER_REVIEW');
    await ok(get(`/v2/invoices?location_id=${square.location}`));
    expect(fake.merchant('BFS').events.pop()?.type, 'violates the contract too').toBe('invoice.updated');
  });

  it.skipIf(!fake.http.isContractChecked)(
    "records requests that violate the contract (skipped without the providers' contracts)",
    async () => {
      const { id } = await square.draft();
      expect((await square.call('POST', `${pathOf(id)}/publish`, {})).status).toBe(400);
      const misspelled = { given_name: 'Ada', emailaddress: 'ada@example.com' };
      expect((await square.call('POST', '/v2/customers', misspelled)).status).toBe(400);
      const float = { name: 'x', quantity: '1', base_price_money: { amount: 1.5, currency: 'USD' } };
      const order = square.orderBody('c', { line_items: [float] });
      expect((await square.call('POST', '/v2/orders', { order })).status).toBe(400);
      expect(fake.http.violations.splice(0)).toHaveLength(3);
    },
  );
});
