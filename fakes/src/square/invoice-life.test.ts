import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenEvents } from './event-contract.ts';
import { SIGNATURE_HEADER } from './events.ts';
import { FakeSquare } from './fake-square.ts';
import { must, pathOf, SquareCaller } from './square-caller.ts';

describe('an invoice at Square', () => {
  const fake = new FakeSquare({ now: () => new Date('2026-09-01T12:00:00Z') });
  const square = new SquareCaller(fake);

  beforeAll(() => fake.start());
  afterAll(async () => {
    expect(fake.http.violations).toEqual([]);
    expect(await brokenEvents(fake)).toEqual([]);
    await fake.stop();
  });

  const eventTypes = () => fake.outbox.drain().map(({ type }) => type);
  const runAction = (id: string, verb: 'publish' | 'cancel', version: number) =>
    square.call('POST', `${pathOf(id)}/${verb}`, { version });

  it('requires more fields than the schema', async () => {
    const order = await square.order((await square.customer()).id);
    const good = square.invoiceBody(order);
    const errorCodeFor = async (change: object) =>
      (await square.call('POST', '/v2/invoices', { invoice: { ...good, ...change } })).code;
    for (const field of Object.keys(good)) {
      expect(await errorCodeFor({ [field]: undefined }), field).toBe('MISSING_REQUIRED_PARAMETER');
    }
    expect(await errorCodeFor({ accepted_payment_methods: { card: false } })).toBe(
      'MISSING_REQUIRED_PARAMETER',
    );
    expect(await errorCodeFor({ delivery_method: 'SMS' })).toBe('INVALID_VALUE');
    const due = (due_date?: string) => ({ payment_requests: [{ request_type: 'BALANCE', due_date }] });
    expect(await errorCodeFor(due())).toBe('MISSING_REQUIRED_PARAMETER');
    expect(await errorCodeFor(due('2026-02-30'))).toBe('INVALID_DATE');
    expect(await errorCodeFor(due('2026-08-31'))).toBe('BAD_REQUEST');
    const other = await square.customer({ given_name: 'Bob' });
    expect(await errorCodeFor({ primary_recipient: { customer_id: other.id } })).toBe('BAD_REQUEST');
    expect(await errorCodeFor({ order_id: 'unknown' })).toBe('NOT_FOUND');
    expect(await errorCodeFor({ location_id: fake.addLocation('BFS', 'Second') })).toBe('BAD_REQUEST');
    expect(await errorCodeFor({ custom_fields: [{ label: 'a', value: 'b' }] })).toBe(
      'MERCHANT_SUBSCRIPTION_NOT_FOUND',
    );
  });

  it('is unique for its order and has a unique number in its location', async () => {
    const customer = await square.customer();
    const create = async (order: Parameters<SquareCaller['invoiceBody']>[0], invoice_number?: string) =>
      square.call('POST', '/v2/invoices', { invoice: square.invoiceBody(order, { invoice_number }) });
    const order = await square.order(customer.id);
    expect((await create(order, 'A-1')).status).toBe(200);
    expect((await create(order, 'A-2')).code).toBe('BAD_REQUEST');
    expect((await create(await square.order(customer.id), 'A-1')).code).toBe('INVALID_VALUE');
    expect((await create(await square.order(customer.id))).body.invoice?.invoice_number).toBe('0000001');
    expect((await create(await square.order(customer.id))).body.invoice?.invoice_number).toBe('0000002');
  });

  it('can be changed only with its current version, which Square may increment on its own', async () => {
    const { id } = await square.draft();
    fake.bumpVersion(id);
    expect(await runAction(id, 'publish', 0)).toMatchObject({ status: 400, code: 'VERSION_MISMATCH' });
    fake.switches.staleVersion = { status: 409, code: 'CONFLICT' };
    expect(await runAction(id, 'publish', 0)).toMatchObject({ status: 409, code: 'CONFLICT' });
    fake.switches.staleVersion = { status: 400, code: 'VERSION_MISMATCH' };
    expect((await runAction(id, 'publish', 1)).status).toBe(200);
    expect((await square.call('PUT', pathOf(id), { invoice: { version: 1, title: 'x' } })).code).toBe(
      'VERSION_MISMATCH',
    );
    expect((await square.call('DELETE', `${pathOf(id)}?version=1`)).code).toBe('VERSION_MISMATCH');
    expect((await runAction(id, 'cancel', 1)).code).toBe('VERSION_MISMATCH');
  });

  it('can be published once, deleted only as a draft and canceled only while open', async () => {
    const { id, version, order_id } = await square.draft();
    expect((await runAction(id, 'cancel', version)).code).toBe('BAD_REQUEST');
    await runAction(id, 'publish', version);
    expect((await runAction(id, 'publish', 1)).code).toBe('BAD_REQUEST');
    expect((await square.call('DELETE', `${pathOf(id)}?version=1`)).code).toBe('BAD_REQUEST');
    await runAction(id, 'cancel', 1);
    expect((await runAction(id, 'cancel', 2)).code).toBe('BAD_REQUEST');
    expect(() => fake.pay(id)).toThrow('CANCELED');
    const customer = must(fake.invoice(id).primary_recipient.customer_id);
    const again = square.invoiceBody({ ...(await square.order(customer)), id: order_id });
    expect((await square.call('POST', '/v2/invoices', { invoice: again })).code).toBe('BAD_REQUEST');
  });

  it('accepts partial and full payments and publishes events', async () => {
    const { id, order_id } = await square.published();
    fake.outbox.drain();
    fake.pay(id, { amount: 2500 });
    expect(await square.read(id)).toMatchObject({
      status: 'PARTIALLY_PAID',
      next_payment_amount_money: { amount: 7500 },
      payment_requests: [{ total_completed_amount_money: { amount: 2500 } }],
    });
    const events = [
      'payment.created',
      'payment.updated',
      'order.updated',
      'invoice.updated',
      'invoice.payment_made',
    ];
    expect(eventTypes()).toEqual(events);
    expect(() => fake.pay(id, { amount: 7501 })).toThrow('7500 due');
    fake.pay(id, { method: 'cash' });
    expect(eventTypes()).toEqual(events);
    const paid = await square.read(id);
    expect(paid.status).toBe('PAID');
    expect(paid.next_payment_amount_money).toBeUndefined();
    const { order } = (await square.call('GET', `/v2/orders/${order_id}`)).body;
    expect(order).toMatchObject({ state: 'COMPLETED', net_amount_due_money: { amount: 0 } });
    expect((await runAction(id, 'cancel', paid.version)).code).toBe('BAD_REQUEST');
  });

  it('can be neither changed nor canceled while a bank transfer is pending', async () => {
    const { id } = await square.published();
    const first = fake.pay(id, { method: 'ach' });
    const pending = await square.read(id);
    expect(pending.status).toBe('PAYMENT_PENDING');
    expect((await runAction(id, 'cancel', pending.version)).code).toBe('BAD_REQUEST');
    const change = { invoice: { version: pending.version, title: 'x' } };
    expect((await square.call('PUT', pathOf(id), change)).code).toBe('BAD_REQUEST');
    fake.outbox.drain();
    fake.settle(first.id, 'failed');
    expect(eventTypes()).toEqual(['payment.updated', 'invoice.updated']);
    expect((await square.read(id)).status).toBe('UNPAID');
    fake.settle(fake.pay(id, { method: 'ach' }).id, 'completed');
    expect((await square.read(id)).status).toBe('PAID');
    expect(() => fake.settle(first.id, 'completed')).toThrow('FAILED');
  });

  it('can be refunded in parts, but not beyond the amount paid', async () => {
    const { id, order_id } = await square.published({ reference_id: 'refunded' });
    const payment = fake.pay(id);
    fake.outbox.drain();
    fake.refund(payment.id, 4000);
    expect(eventTypes()).toEqual([
      'refund.created',
      'refund.updated',
      'payment.updated',
      'invoice.updated',
      'invoice.refunded',
    ]);
    expect((await square.read(id)).status).toBe('PARTIALLY_REFUNDED');
    const waiting = fake.refund(payment.id, 6000, { pending: true });
    expect((await square.read(id)).status).toBe('PARTIALLY_REFUNDED');
    expect(() => fake.refund(payment.id, 1)).toThrow('cannot be refunded: only 0 are left');
    fake.settle(waiting.id, 'completed');
    expect((await square.read(id)).status).toBe('REFUNDED');
    expect(fake.about('BFS', 'refunded')).toMatchObject({
      paidCents: 10_000,
      refundedCents: 10_000,
      orders: [{ id: order_id }],
    });
  });

  it('leaves the paid amount of a canceled invoice in its order', async () => {
    const { id, order_id } = await square.published();
    fake.pay(id, { amount: 3000 });
    const { version } = await square.read(id);
    fake.outbox.drain();
    expect((await runAction(id, 'cancel', version)).body.invoice?.status).toBe('CANCELED');
    expect(eventTypes()).toEqual(['order.updated', 'invoice.updated', 'invoice.canceled']);
    const { order } = (await square.call('GET', `/v2/orders/${order_id}`)).body;
    expect(order).toMatchObject({
      state: 'COMPLETED',
      total_money: { amount: 3000 },
      line_items: [{ item_type: 'CUSTOM_AMOUNT' }],
    });
  });

  it('can be stopped as suspicious', async () => {
    const { id } = await square.published();
    fake.fail(id);
    expect((await square.read(id)).status).toBe('FAILED');
    expect(() => fake.pay(id)).toThrow('FAILED');
  });

  it('has a pay page with a link that expires', async () => {
    const { id } = await square.published();
    const url = must((await square.read(id)).public_url);
    const page = await (await fetch(url)).text();
    expect(page).toContain('Fake Square');
    expect(page).toContain('$100.00');
    const pay = (form: Record<string, string>) =>
      fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    expect((await pay({ how: 'part', amount: '1000' })).status).toBe(400);
    expect(await (await pay({ how: 'part', amount: '25.50' })).text()).toContain('$74.50');
    expect(await (await pay({ how: 'bank' })).text()).toContain('PAYMENT_PENDING');
    expect(await (await pay({ how: 'failed' })).text()).toContain('$74.50');
    await pay({ how: 'bank' });
    expect(await (await pay({ how: 'completed' })).text()).toContain('No payment is due');
    fake.rotateLinks();
    const next = must((await square.read(id)).public_url);
    expect(next).not.toBe(url);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(next)).status).toBe(200);
    fake.switches.rotateLinks = false;
  });

  it('publishes events that are signed over the subscription’s URL and omit the link', async () => {
    const settings = fake.environment('https://portal.example');
    fake.outbox.drain();
    const { id } = await square.published();
    const event = must(fake.outbox.drain('invoice.published')[0]);
    const url = must(settings.SQUARE_BFS_WEBHOOK_URL);
    expect(url).toBe('https://portal.example/api/webhooks/payments/BFS');
    const mac = createHmac('sha256', must(settings.SQUARE_BFS_WEBHOOK_KEYS))
      .update(url)
      .update(event.rawBody);
    expect(event.headers[SIGNATURE_HEADER]).toBe(mac.digest('base64'));
    const body = JSON.parse(event.rawBody.toString());
    expect(body).toMatchObject({
      merchant_id: settings.SQUARE_BFS_MERCHANT_ID,
      type: 'invoice.published',
      data: { id },
    });
    expect(body.data.object.invoice.public_url).toBeUndefined();
  });

  it('can publish an invalid body with a valid signature, and sign with another key', () => {
    fake.setSignatureKey('BFS', 'another-key');
    const { headers, rawBody, url } = fake.forge('BFS', '{"half": ');
    const mac = createHmac('sha256', 'another-key').update(url).update(rawBody).digest('base64');
    expect([rawBody.toString(), headers[SIGNATURE_HEADER]]).toEqual(['{"half": ', mac]);
    expect(fake.environment('https://portal.example').SQUARE_BFS_WEBHOOK_KEYS).toBe('another-key');
  });

  it('redelivers events until they are accepted', async () => {
    fake.outbox.drain();
    const received: string[] = [];
    const portal = createServer((request, response) => {
      received.push(String(request.url));
      request.resume().on('end', () => response.writeHead(received.length < 2 ? 503 : 200).end());
    });
    await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
    await square.customer();
    const { order_id } = await square.draft();
    expect(fake.outbox.waiting.map(({ type }) => type)).toEqual(['order.created', 'invoice.created']);
    fake.connectTo(`http://127.0.0.1:${(portal.address() as AddressInfo).port}`);
    await expect.poll(() => fake.outbox.waiting.length).toBe(0);
    expect(received).toEqual(Array(3).fill('/api/webhooks/payments/BFS'));
    expect(order_id).toBeTruthy();
    fake.outbox.stop();
    portal.close();
  });
});
