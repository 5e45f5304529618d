import { describe, expect, it, vi } from 'vitest';
import { ACCOUNTS } from './accounts.ts';
import { checkSquare } from './check.ts';
import { createSquarePayments } from './square-payments.ts';
import type { OutgoingEvent } from './testing/events.ts';
import { refusal, useSquareWorld } from './testing/square-world.ts';

const { fake, clock, options, square, publish, toPublish, heard } = useSquareWorld();

const read = ({ account, rawBody }: Pick<OutgoingEvent, 'account' | 'rawBody'>) =>
  square().readEvent(account, rawBody);

async function published() {
  return (await publish()).providerInvoiceId;
}

describe('the books', () => {
  it('follow an invoice from unpaid to refunded', async () => {
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
    ['cash', 'cash'],
    ['check', 'check'],
  ] as const)('name %s that was noted at Square', async (method, expected) => {
    const id = await published();
    fake.pay(id, { method });
    expect(await square().listPayments('BFS', id)).toMatchObject([{ method: expected, card_brand: null }]);
  });

  it.each(['completed', 'failed'] as const)(
    'show a bank transfer under way, without any event, until it is %s',
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

  it('show a refund that is pending, and what became of it', async () => {
    const id = await published();
    const payment = fake.pay(id);
    const refund = fake.refund(payment.id, 1070, { pending: true });
    const [begun] = fake.outbox.take('refund.created');
    if (begun) await read(begun);
    expect((await square().listPayments('BFS', id))[1]).toMatchObject({ kind: 'refund', status: 'pending' });
    fake.settle(refund.id, 'failed');
    expect((await square().listPayments('BFS', id))[1]).toMatchObject({ kind: 'refund', status: 'failed' });
    expect(await square().getInvoice('BFS', id)).toMatchObject({ refunded_cents: 0 });
  });

  it('give the address of today', async () => {
    const first = await publish();
    fake.rotateLinks();
    const now = await square().getInvoice('BFS', first.providerInvoiceId);
    expect(now.publicUrl).not.toBe(first.publicUrl);
    fake.switches.rotateLinks = false;
  });

  it('keep a word that is new at Square, and report it once', async () => {
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

  it('of one account know nothing of the other', async () => {
    const id = await published();
    await expect(square().getInvoice('BFA', id)).rejects.toEqual(refusal('not_found'));
    await expect(square().listPayments('BFA', id)).rejects.toEqual(refusal('not_found'));
    await expect(square().cancelInvoice('BFA', id, 'c')).rejects.toEqual(refusal('not_found'));
    expect(fake.invoice(id).status).toBe('UNPAID');
  });
});

describe('cancelling', () => {
  it('can be repeated, and keeps what was paid', async () => {
    const id = await published();
    fake.pay(id, { amount: 400 });
    const expected = { status: 'cancelled', paid_cents: 400 };
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject(expected);
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject(expected);
    expect(heard('POST', /\/cancel$/)).toBe(1);
    expect(await square().listPayments('BFS', id)).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)('that is cut %s its effect is done once', async (when) => {
    const id = await published();
    fake.http.trouble('POST', /\/cancel$/, { kind: 'cut', when });
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject({ status: 'cancelled' });
    expect(fake.invoice(id).status).toBe('CANCELED');
  });

  it.each([
    { status: 400, code: 'VERSION_MISMATCH' },
    { status: 409, code: 'CONFLICT' },
  ])('reads again when Square changed the invoice meanwhile: %j', async ({ status, code }) => {
    const id = await published();
    const errors = [{ category: 'INVALID_REQUEST_ERROR', code }];
    fake.http.trouble('POST', /\/cancel$/, { kind: 'answer', status, body: { errors } });
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject({ status: 'cancelled' });
  });

  it('is refused once paid, and while a bank transfer is under way', async () => {
    const paid = await published();
    fake.pay(paid);
    await expect(square().cancelInvoice('BFS', paid, 'c')).rejects.toEqual(refusal('wrong_state'));
    const processing = await published();
    fake.pay(processing, { method: 'ach' });
    await expect(square().cancelInvoice('BFS', processing, 'c')).rejects.toEqual(refusal('wrong_state'));
  });

  it('deletes a draft, which then is a cancelled invoice', async () => {
    const given = await toPublish();
    fake.http.trouble('POST', /\/publish$/, { kind: 'cut', when: 'before' }, 3);
    await expect(square().publishInvoice(given)).rejects.toEqual(refusal('unavailable'));
    const id = fake.about('BFS', given.idempotencyKey).invoices[0]?.id ?? '';
    fake.http.trouble('DELETE', /^\/v2\/invoices/, { kind: 'cut', when: 'after' });
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject({ status: 'cancelled' });
    expect(await square().cancelInvoice('BFS', id, 'c')).toMatchObject({
      status: 'cancelled',
      total_cents: 1070,
    });
    expect(await square().getInvoice('BFS', id)).toMatchObject({ status: 'cancelled' });
    expect(await square().publishInvoice(given)).toMatchObject({
      status: 'cancelled',
      providerInvoiceId: id,
    });
    expect(await square().listPayments('BFS', id)).toEqual([]);
    expect(fake.about('BFS', given.idempotencyKey).invoices).toEqual([]);
  });
});

describe('events', () => {
  it('are taken only with the signature of their account', () => {
    fake.outbox.take();
    const event = fake.forge(
      'BFS',
      JSON.stringify({ merchant_id: fake.merchant('BFS').id, event_id: 'e', type: 'x' }),
    );
    expect(square().verifyWebhook('BFS', event.rawBody, event.headers)).toMatchObject({
      eventId: 'e',
      type: 'x',
    });
    expect(square().verifyWebhook('BFA', event.rawBody, event.headers)).toBeNull();
    const nonsense = fake.forge('BFS', 'nonsense');
    expect(square().verifyWebhook('BFS', nonsense.rawBody, nonsense.headers)).toMatchObject({
      type: 'unreadable',
    });
  });

  it('of our invoice all come to the books of now, in whatever order', async () => {
    const id = await published();
    const payment = fake.pay(id);
    const refund = fake.refund(payment.id, 1070);
    const told = fake.outbox.take(/^(invoice|payment|refund)\./).toReversed();
    expect(told.length).toBeGreaterThan(5);
    for (const event of told) {
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
    const given = await toPublish();
    fake.http.trouble('POST', /^\/v2\/invoices$/, { kind: 'cut', when: 'after' }, 3);
    await expect(square().publishInvoice(given)).rejects.toEqual(refusal('unavailable'));
    const [created] = fake.outbox.take('invoice.created');
    if (!created) throw new Error('no event');
    await expect(read(created)).rejects.toEqual(refusal('unavailable'));
    const { providerInvoiceId } = await square().publishInvoice(given);
    expect(await read(created)).toMatchObject({ providerInvoiceId, status: 'unpaid' });
  });

  it('of orders, customers and strangers come to nothing', async () => {
    const id = await published();
    fake.pay(id);
    const others = fake.outbox.take(/^(order|customer)\./);
    expect(others.length).toBeGreaterThan(0);
    for (const event of others) expect(await read(event)).toBeNull();
    const stranger = { id: 'inv:0-strange', order_id: 'strange' };
    for (const object of [{ invoice: stranger }, { payment: stranger }, {}]) {
      const type = `${Object.keys(object)[0] ?? 'labor'}.updated`;
      const body = JSON.stringify({ event_id: 'e', type, data: { id: 'strange', object } });
      expect(await read(fake.forge('BFS', body))).toBeNull();
    }
  });

  it('of a refund wait while its payment cannot be read', async () => {
    const refund = { id: 'R', payment_id: 'unknown', order_id: 'O' };
    const body = JSON.stringify({ event_id: 'e', type: 'refund.updated', data: { object: { refund } } });
    await expect(read(fake.forge('BFS', body))).rejects.toEqual(refusal('not_found'));
  });

  it('that cannot be read are kept for somebody to look at', async () => {
    await expect(read(fake.forge('BFS', 'nonsense'))).rejects.toThrow('cannot be read');
  });

  it('of a transfer that failed reach us although the order forgot it', async () => {
    const id = await published();
    const transfer = fake.pay(id, { method: 'ach' });
    fake.settle(transfer.id, 'failed');
    const [failed] = fake.outbox.take('payment.updated');
    if (!failed) throw new Error('no event');
    expect(await read(failed)).toMatchObject({
      status: 'unpaid',
      payments: [{ providerPaymentId: transfer.id, status: 'failed' }],
    });
  });

  it('of a draft that the seller deleted make it a cancelled invoice', async () => {
    const given = await toPublish();
    fake.http.trouble('POST', /\/publish$/, { kind: 'cut', when: 'before' }, 3);
    await expect(square().publishInvoice(given)).rejects.toEqual(refusal('unavailable'));
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

describe('the check', () => {
  const problems = async (environment: Record<string, string> = {}) =>
    (await checkSquare(options(environment))).filter(({ ok }) => !ok);

  it('finds both accounts in order', async () => {
    const lines = await checkSquare(options());
    expect(lines.map(({ part, what }) => `${part}: ${what}`)).toEqual(
      ACCOUNTS.flatMap((account) =>
        ['location', 'token', 'webhook'].map(
          (name) => `payments_${account.toLowerCase()}: square ${account} ${name}`,
        ),
      ),
    );
    expect(lines.filter(({ ok }) => !ok)).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain(fake.merchant('BFS').token);
  });

  it.each([
    [{ SQUARE_BFA_LOCATION_ID: 'L0' }, 'square BFA location', /LOCATION_ID is no location of this token/],
    [{ SQUARE_BFA_MERCHANT_ID: 'M0' }, 'square BFA location', /MERCHANT_ID is M0/],
    [{ SQUARE_BFA_WEBHOOK_KEYS: '' }, 'square BFA webhook', /WEBHOOK_KEYS is not set/],
    [{ SQUARE_BFS_WEBHOOK_URL: 'http://localhost/x' }, 'square BFS webhook', /not https/],
  ])('names what is wrong with %j', async (environment, what, detail) => {
    expect(await problems(environment)).toEqual([
      expect.objectContaining({ what, detail: expect.stringMatching(detail) }),
    ]);
  });

  it('names a token that is not accepted', async () => {
    fake.setToken('BFS', 'expired');
    expect((await problems()).map(({ what }) => what)).toEqual(['square BFS location', 'square BFS token']);
    fake.setToken('BFS', 'active');
  });
});
