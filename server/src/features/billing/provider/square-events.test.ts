import * as invoices from '@ledgerline/contract/invoices/endpoints';
import * as providers from '@ledgerline/contract/providers/endpoints';
import type { Account } from '@ledgerline/contract/rules';
import type { OutgoingEvent } from '@ledgerline/fakes/square/events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventHandlers } from '#app';
import { retryWaiting } from '#features/webhooks/receive-event.ts';
import { createSquarePayments } from '#providers/payments/square/square-payments.ts';
import { expectAllRight } from '#testing/square-accounts.ts';
import {
  deliver,
  deliverAll,
  newInvoice,
  publish,
  readInvoice,
  reconcile,
  useSquareOffice,
  work,
} from '#testing/square-office.ts';
import { applyProviderUpdate } from './apply-provider-update.ts';

const w = useSquareOffice();
afterEach(async () => {
  await expectAllRight(w.current);
  await w.current.t.deps.database.query('delete from provider_events');
});

const events = () =>
  w.current.t.deps.database.query<{ status: string; type: string; note: string | null }>(
    'select * from provider_events order by id',
  );
const statuses = async () => (await events()).map(({ status, note }) => note ?? status);
const parked = async () => (await w.current.agent.call(providers.listParkedEvents)).body.data;
const link = (id: number) => w.current.agent.call(invoices.generateInvoiceLink, { params: { id } });

/** A paid invoice whose events are still waiting. */
async function paid(account: Account = 'BFS') {
  const { id } = await newInvoice(w.current, account);
  const squareId = await publish(w.current, id);
  await deliverAll(w.current);
  await w.current.t.deps.database.query('delete from provider_events');
  w.current.fake.pay(squareId);
  return { id, squareId, webhooks: w.current.fake.outbox.drain() };
}

/** A custom event with the fields that every event of this account has. */
function forged(body: object, account: Account = 'BFS'): OutgoingEvent {
  const { fake } = w.current;
  const head = { merchant_id: fake.merchant(account).id, event_id: crypto.randomUUID() };
  return fake.forge(account, JSON.stringify({ ...head, created_at: '2026-11-20T15:00:00Z', ...body }));
}

describe('the signature of an event', () => {
  it('with a rotated key is accepted once the key is configured, and the former one still works', async () => {
    const { fake, t } = w.current;
    const old = fake.merchant('BFS').subscription.signature_key;
    const { id, squareId } = await paid();
    const before = fake.refund(fake.merchant('BFS').payments.at(-1)?.id ?? '', 100);
    const oldEvents = fake.outbox.drain();
    fake.setSignatureKey('BFS', 'another key');
    fake.refund(before.payment_id, 200);
    const webhooks = fake.outbox.drain();
    expect(new Set(await deliver(w.current, webhooks))).toEqual(new Set([401]));
    expect(await events()).toEqual([]);
    const config = { ...t.deps.config, SQUARE_BFS_WEBHOOK_KEYS: [old, 'another key'] };
    const former = t.deps.payments;
    t.deps.payments = createSquarePayments({ ...t.deps, config });
    expect(new Set(await deliver(w.current, [...webhooks, ...oldEvents]))).toEqual(new Set([200]));
    await work(w.current);
    t.deps.payments = former;
    fake.setSignatureKey('BFS', old);
    expect(await readInvoice(w.current, id)).toMatchObject({
      status: 'paid',
      refunded_cents: 300,
      square_invoice_id: squareId,
    });
  });

  it('over another address than ours is rejected, and the reconciliation brings its content', async () => {
    const { fake } = w.current;
    const { subscription } = fake.merchant('BFA');
    const { notification_url } = subscription;
    const { id } = await newInvoice(w.current, 'BFA');
    subscription.notification_url = `${notification_url}?tenant=1`;
    fake.pay(await publish(w.current, id));
    expect(new Set(await deliver(w.current))).toEqual(new Set([401]));
    subscription.notification_url = notification_url;
    expect(await events()).toEqual([]);
    await reconcile(w.current);
    expect(await readInvoice(w.current, id)).toMatchObject({ status: 'paid' });
  });

  it('of one account is invalid for the other, and of the other merchant changes nothing', async () => {
    const { fake } = w.current;
    const { url } = forged({}, 'BFA');
    expect(await deliver(w.current, [{ ...forged({ type: 'invoice.updated' }), url }])).toEqual([401]);
    expect(await events()).toEqual([]);
    const { id } = await newInvoice(w.current, 'BFA');
    const invoice = { id: await publish(w.current, id) };
    const merchant_id = fake.merchant('BFA').id;
    const stray = forged({ type: 'invoice.updated', merchant_id, data: { object: { invoice } } });
    fake.http.clear();
    expect(await deliver(w.current, [stray])).toEqual([200]);
    await work(w.current);
    expect(await statuses()).toEqual(['ignored']);
    expect(fake.http.calls).toEqual([]);
  });
});

describe('a malformed event', () => {
  it('with signed invalid content is accepted, parked, and does not block the others', async () => {
    const { id, webhooks } = await paid();
    const malformed = w.current.fake.forge('BFS', '{"nonsense": ');
    expect(new Set(await deliver(w.current, [malformed, malformed, ...webhooks]))).toEqual(new Set([200]));
    await work(w.current);
    expect(await parked()).toMatchObject([{ type: 'unreadable', part: 'payments_bfs' }]);
    expect(await readInvoice(w.current, id)).toMatchObject({ status: 'paid' });
    await retryWaiting(w.current.t.deps, eventHandlers);
    expect(w.current.jobs).toEqual([]);
    const again = await w.current.agent.call(providers.replayAllEvents);
    expect(again.body.count).toBe(1);
    await work(w.current);
    expect(await parked()).toHaveLength(1);
  });

  it.each([
    ['of an unknown invoice', { type: 'invoice.updated', data: { id: 'inv:0-x' } }],
    ['without its object', { type: 'invoice.payment_made', data: { type: 'invoice' } }],
    ['without anything', { type: 'payment.updated' }],
    ['of an unknown type', { type: 'moon.landed', data: { object: { moon: {} } } }],
    [
      'of a payment without an invoice',
      { type: 'payment.created', data: { object: { payment: { id: '' } } } },
    ],
  ])('%s changes nothing', async (_, body) => {
    expect(await deliver(w.current, [forged(body)])).toEqual([200]);
    await work(w.current);
    expect(await statuses()).toEqual(['ignored']);
  });

  it('larger than any real event is rejected', async () => {
    expect(await deliver(w.current, [forged({ type: 'x', note: 'x'.repeat(300_000) })])).toEqual([413]);
  });

  it("with false content changes nothing: the provider's books are read", async () => {
    const { id } = await newInvoice(w.current);
    const squareId = await publish(w.current, id);
    const lie = { id: squareId, status: 'PAID', version: 99 };
    await deliver(w.current, [forged({ type: 'invoice.updated', data: { object: { invoice: lie } } })]);
    await work(w.current);
    expect(await statuses()).toEqual(['processed']);
    expect(await readInvoice(w.current, id)).toMatchObject({ status: 'draft', provider_status: 'unpaid' });
  });

  it('with an unknown status leaves ours, is reported, and the client can still pay', async () => {
    const { fake, t } = w.current;
    const { id } = await newInvoice(w.current);
    const squareId = await publish(w.current, id);
    await deliverAll(w.current);
    const error = vi.spyOn(t.deps.log, 'error');
    fake.setStatus(squareId, 'UNDER_REVIEW');
    await deliverAll(w.current);
    expect(await readInvoice(w.current, id)).toMatchObject({
      status: 'draft',
      provider_status: 'under_review',
    });
    expect(JSON.stringify(error.mock.calls)).toContain('under_review');
    error.mockRestore();
    fake.setStatus(squareId, 'UNPAID');
    fake.pay(squareId);
    await deliverAll(w.current);
    expect(await readInvoice(w.current, id)).toMatchObject({ status: 'paid', provider_status: 'paid' });
  });
});

it('leaves the newer state when two readings cross', async () => {
  const { fake, t } = w.current;
  const { id } = await newInvoice(w.current);
  const squareId = await publish(w.current, id);
  await deliverAll(w.current);
  const transfer = fake.pay(squareId, { method: 'ach' });
  const [pending] = fake.outbox.drain('invoice.updated');
  if (!pending) throw new Error('no event was delivered');
  const older = await t.deps.payments.readEvent('BFS', Buffer.from(pending.rawBody));
  expect(older).toMatchObject({ status: 'processing' });
  fake.settle(transfer.id, 'failed');
  await deliverAll(w.current);
  expect(await readInvoice(w.current, id)).toMatchObject({ provider_status: 'unpaid' });
  await t.deps.database.transaction(async (db) => {
    if (older) await applyProviderUpdate({ ...t.systemContext(), db }, older);
  });
  expect(await readInvoice(w.current, id)).toMatchObject({ provider_status: 'unpaid' });
  await reconcile(w.current);
});

describe('an event that arrives before its invoice', () => {
  it('is parked, and replayed once the invoice is known', async () => {
    const { fake } = w.current;
    const { id } = await newInvoice(w.current);
    fake.http.failNext('POST', /\/publish$/, { kind: 'cut', when: 'after' }, 3);
    expect((await link(id)).status).toBe(502);
    const squareId = fake.merchant('BFS').invoices.at(-1)?.id ?? '';
    fake.pay(squareId);
    const [payment] = fake.outbox.drain('payment.updated');
    expect(await deliver(w.current, payment ? [payment] : [])).toEqual([200]);
    await work(w.current);
    expect(await parked()).toHaveLength(1);
    const linked = await link(id);
    expect([linked.status, (await readInvoice(w.current, id)).square_invoice_id]).toEqual([200, squareId]);
    await retryWaiting(w.current.t.deps, eventHandlers);
    await work(w.current);
    expect(await statuses()).toEqual(['processed']);
    expect(await readInvoice(w.current, id)).toMatchObject({ status: 'paid' });
  });
});
