import type { OutgoingEvent } from '@ledgerline/fakes/square/events';
import { describe, expect, it } from 'vitest';
import { errorOfKind, useSquareWorld } from './testing/square-world.ts';

const { fake, square, publish, toPublish } = useSquareWorld();

const read = ({ account, rawBody }: Pick<OutgoingEvent, 'account' | 'rawBody'>) =>
  square().readEvent(account, rawBody);

async function published() {
  return (await publish()).providerInvoiceId;
}

describe('events', () => {
  it('are accepted only with the signature of their account', () => {
    const adapter = square();
    const event = fake.forge(
      'BFS',
      JSON.stringify({ merchant_id: fake.merchant('BFS').id, event_id: 'e', type: 'x' }),
    );
    expect(adapter.verifyWebhook('BFS', event.rawBody, event.headers)).toMatchObject({
      eventId: 'e',
      type: 'x',
    });
    expect(adapter.verifyWebhook('BFA', event.rawBody, event.headers)).toBeNull();
    const malformed = fake.forge('BFS', 'nonsense');
    expect(adapter.verifyWebhook('BFS', malformed.rawBody, malformed.headers)).toMatchObject({
      type: 'unreadable',
    });
  });

  it('of our invoice all return its current state, in any order', async () => {
    const id = await published();
    const payment = fake.pay(id);
    const refund = fake.refund(payment.id, 1070);
    const events = fake.outbox.drain(/^(invoice|payment|refund)\./).toReversed();
    expect(events.length).toBeGreaterThan(5);
    for (const event of events) {
      expect(square().verifyWebhook('BFS', event.rawBody, event.headers)).toMatchObject({ type: event.type });
      expect(await read(event)).toMatchObject({
        account: 'BFS',
        providerInvoiceId: id,
        status: 'refunded',
        payments: [{ providerPaymentId: payment.id }, { providerPaymentId: refund.id, refundOf: payment.id }],
      });
    }
  });

  it('wait while the invoice is still being published', async () => {
    const input = await toPublish();
    fake.http.failNext('POST', /^\/v2\/invoices$/, { kind: 'cut', when: 'after' }, 3);
    await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
    const [created] = fake.outbox.drain('invoice.created');
    if (!created) throw new Error('no event');
    await expect(read(created)).rejects.toEqual(errorOfKind('unavailable'));
    const { providerInvoiceId } = await square().publishInvoice(input);
    expect(await read(created)).toMatchObject({ providerInvoiceId, status: 'unpaid' });
  });

  it('of orders, customers and unknown invoices change nothing', async () => {
    const id = await published();
    fake.pay(id);
    const others = fake.outbox.drain(/^(order|customer)\./);
    expect(others.length).toBeGreaterThan(0);
    for (const event of others) expect(await read(event)).toBeNull();
    const stranger = { id: 'inv:0-strange', order_id: 'strange' };
    for (const object of [{ invoice: stranger }, { payment: stranger }, {}]) {
      const type = `${Object.keys(object)[0] ?? 'labor'}.updated`;
      const body = JSON.stringify({ event_id: 'e', type, data: { id: 'strange', object } });
      expect(await read(fake.forge('BFS', body))).toBeNull();
    }
  });

  it('of the other merchant, when one application serves both, change nothing', async () => {
    const id = await published();
    const data = { type: 'invoice', id, object: { invoice: { id } } };
    const of = (merchant_id: string) =>
      fake.forge('BFS', JSON.stringify({ merchant_id, event_id: 'e', type: 'invoice.updated', data }));
    const event = of(fake.merchant('BFA').id);
    expect(square().verifyWebhook('BFS', event.rawBody, event.headers)).toMatchObject({ eventId: 'e' });
    expect(await read(event)).toBeNull();
    expect(await read(of(fake.merchant('BFS').id))).toMatchObject({ providerInvoiceId: id });
  });

  it('of a refund wait while its payment cannot be read', async () => {
    const refund = { id: 'R', payment_id: 'unknown', order_id: 'O' };
    const body = JSON.stringify({ event_id: 'e', type: 'refund.updated', data: { object: { refund } } });
    await expect(read(fake.forge('BFS', body))).rejects.toEqual(errorOfKind('not_found'));
  });

  it('that cannot be parsed are retained for investigation', async () => {
    await expect(read(fake.forge('BFS', 'nonsense'))).rejects.toThrow('cannot be parsed');
  });

  it('of a failed transfer are applied although the order no longer lists it', async () => {
    const id = await published();
    const transfer = fake.pay(id, { method: 'ach' });
    fake.settle(transfer.id, 'failed');
    const [failed] = fake.outbox.drain('payment.updated');
    if (!failed) throw new Error('no event');
    expect(await read(failed)).toMatchObject({
      status: 'unpaid',
      payments: [{ providerPaymentId: transfer.id, status: 'failed' }],
    });
  });

  it('of a draft that the seller deleted result in a cancelled invoice', async () => {
    const input = await toPublish();
    fake.http.failNext('POST', /\/publish$/, { kind: 'cut', when: 'before' }, 3);
    await expect(square().publishInvoice(input)).rejects.toEqual(errorOfKind('unavailable'));
    const { invoices } = fake.merchant('BFS');
    const [draft] = invoices.splice(-1);
    if (draft?.status !== 'DRAFT') throw new Error('there is no draft');
    const data = { type: 'invoice', id: draft.id, deleted: true };
    expect(
      await read(fake.forge('BFS', JSON.stringify({ event_id: 'e', type: 'invoice.deleted', data }))),
    ).toMatchObject({
      status: 'cancelled',
      payments: [],
    });
  });
});
