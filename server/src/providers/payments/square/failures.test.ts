import {
  CANCELLING_STEPS,
  FAILURES,
  PUBLISHING_STEPS,
  READING_STEPS,
} from '@ledgerline/fakes/square/step-failures';
import { describe, expect, it } from 'vitest';
import { withDeadline } from '#platform/http/request-deadline.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { createSquarePayments } from './square-payments.ts';
import { newCustomer, useSquareWorld } from './testing/square-world.ts';

const { fake, options, publish, toPublish } = useSquareWorld();
const MAX_CALLS = 2;

/** A different server for each call. */
const adapter = () => createSquarePayments({ ...options(), fetch: fake.http.fetchWithTimeout });

/** A caller that retries, and its number of retries. */
function retryingCaller() {
  const rejections: string[] = [];
  return {
    rejections,
    async withRetries<T>(call: () => Promise<T>): Promise<T> {
      for (let calls = 1; ; calls += 1) {
        try {
          return await call();
        } catch (error) {
          if (!(error instanceof PaymentError) || calls === MAX_CALLS) throw error;
          rejections.push(error.kind);
        }
      }
    },
  };
}

describe.each(PUBLISHING_STEPS)('$name', ({ method, path }) => {
  it.each(FAILURES)('with $name takes effect once', async ({ failure, times, isPassed }) => {
    const { withRetries, rejections } = retryingCaller();
    const zoe = newCustomer();
    fake.http.failNext(method, path, failure, times);
    const customerId = await withRetries(() => adapter().ensureCustomer('BFS', zoe, zoe.reference));
    const input = await toPublish({ customerId });
    const { providerInvoiceId } = await withRetries(() => adapter().publishInvoice(input));
    const isZoe = ({ reference_id }: { reference_id?: string }) => reference_id === zoe.reference;
    expect(fake.merchant('BFS').customers.filter(isZoe)).toHaveLength(1);
    const { orders, invoices } = fake.about('BFS', input.idempotencyKey);
    expect(orders).toHaveLength(1);
    expect(invoices.map(({ id, status }) => [id, status])).toEqual([[providerInvoiceId, 'UNPAID']]);
    expect(fake.about('BFA', input.idempotencyKey).orders).toEqual([]);
    expect(rejections.length).toBeLessThanOrEqual(isPassed ? 0 : 1);
  });
});

describe('an invoice paid in two parts, one of them partly refunded,', () => {
  let cached: Promise<{ id: string; ids: string[] }> | undefined;
  const paid = async () => {
    const { providerInvoiceId: id } = await publish();
    const first = fake.pay(id, { amount: 400 });
    const last = fake.pay(id);
    return { id, ids: [first.id, last.id, fake.refund(first.id, 70).id] };
  };

  describe.each(READING_STEPS)('$name', ({ method, path }) => {
    it.each(FAILURES)('with $name, is read correctly', async ({ failure, times, isPassed }) => {
      const { withRetries, rejections } = retryingCaller();
      cached ??= paid();
      const { id, ids } = await cached;
      fake.http.failNext(method, path, failure, times);
      const money = await withRetries(() => adapter().listPayments('BFS', id));
      const known = await withRetries(() => adapter().getInvoice('BFS', id));
      expect(money.map(({ providerPaymentId }) => providerPaymentId).sort()).toEqual([...ids].sort());
      expect(known).toMatchObject({ status: 'partially_refunded', paid_cents: 1070, refunded_cents: 70 });
      expect(rejections.length).toBeLessThanOrEqual(isPassed ? 0 : 1);
    });
  });
});

describe.each(CANCELLING_STEPS)('$name', ({ method, path }) => {
  it.each(FAILURES)('with $name takes effect once', async ({ failure, times, isPassed }) => {
    const { withRetries, rejections } = retryingCaller();
    const { providerInvoiceId: id } = await publish();
    fake.pay(id, { amount: 400 });
    fake.http.failNext(method, path, failure, times);
    const ended = await withRetries(() => adapter().cancelInvoice('BFS', id, 'cancel'));
    expect(ended).toMatchObject({ status: 'cancelled', paid_cents: 400 });
    const events = fake.outbox.drain('invoice.canceled');
    expect([events.length, fake.invoice(id).status]).toEqual([1, 'CANCELED']);
    expect(rejections.length).toBeLessThanOrEqual(isPassed ? 0 : 1);
  });
});

describe('waiting agent', () => {
  it.each(PUBLISHING_STEPS)(
    'reports within seconds that $name got no response, and the retry creates only one',
    async ({ method, path }) => {
      const zoe = newCustomer();
      const idempotencyKey = zoe.reference;
      fake.http.failNext(method, path, { kind: 'silence', when: 'after' });
      const square = createSquarePayments(options());
      const publishAll = async () => {
        const customerId = await square.ensureCustomer('BFS', zoe, zoe.reference);
        const input = await toPublish({ customerId, idempotencyKey, reference: zoe.reference });
        return square.publishInvoice(input);
      };
      const interrupted = withDeadline(performance.now() + 1000, publishAll);
      await expect(interrupted).rejects.toEqual(expect.objectContaining({ kind: 'unavailable' }));
      const { providerInvoiceId } = await publishAll();
      const { orders, invoices } = fake.about('BFS', idempotencyKey);
      expect(orders).toHaveLength(1);
      expect(invoices.map(({ id, status }) => [id, status])).toEqual([[providerInvoiceId, 'UNPAID']]);
    },
  );
});
