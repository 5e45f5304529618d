import { PROVIDER_INVOICE_STATUSES } from '@ledgerline/contract/rules';
import { describe, expect, it } from 'vitest';
import type { InvoiceUpdate, ProviderInvoice, ProviderPayment } from '#platform/ports/payments.ts';
import type { Posted } from './payment-port-world.ts';
import { type PortTools, summaryOf, TOTAL_CENTS } from './port-tools.ts';

/** Events that a provider sends by itself. */
export function describeEvents(name: string, t: PortTools): void {
  /** A paid and partly refunded invoice, and all its events. */
  async function invoiceWithEvents(): Promise<{ invoice: ProviderInvoice; events: Posted[] }> {
    await t.w.drainEvents();
    const invoice = await t.publish();
    await t.w.pay(invoice, { amount_cents: 400 });
    await t.w.pay(invoice, { transfer: 'completed' });
    await t.w.settle();
    const [first] = await t.moneyOf(invoice);
    await t.w.refund(t.account, first?.providerPaymentId ?? '', 150);
    return { invoice, events: await t.w.drainEvents() };
  }

  const verify = (account: Posted['account'], { rawBody, headers }: Pick<Posted, 'rawBody' | 'headers'>) =>
    t.w.payments.verifyWebhook(account, rawBody, headers);

  async function updatesOf(events: readonly Posted[]): Promise<InvoiceUpdate[]> {
    const all = await Promise.all(
      events.map(({ account, rawBody }) => t.w.payments.readEvent(account, rawBody)),
    );
    return all.filter((update) => update !== null);
  }

  describe(`events of ${name}`, () => {
    it('are signed for their account, each with a stable ID', async () => {
      const { events } = await invoiceWithEvents();
      expect(events.length).toBeGreaterThan(3);
      const read = events.map((event) => verify(t.account, event));
      expect(new Set(read.map((event) => event?.eventId)).size).toBe(events.length);
      for (const [index, event] of events.entries()) {
        expect(event.account).toBe(t.account);
        expect(read[index]).toMatchObject({ account: t.account, type: expect.stringMatching(/\w/) });
        expect(verify(t.account, event)).toEqual(read[index]);
      }
    });

    it('are rejected when changed, unsigned or for the other account', async () => {
      const [event] = (await invoiceWithEvents()).events;
      if (!event) throw new Error('no event was sent');
      const { rawBody, headers } = event;
      const changed = Buffer.from(rawBody);
      changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
      expect(verify(t.account, { rawBody: changed, headers })).toBeNull();
      const longer = Buffer.concat([rawBody, Buffer.from(' ')]);
      expect(verify(t.account, { rawBody: longer, headers })).toBeNull();
      expect(verify(t.account, { rawBody, headers: {} })).toBeNull();
      const blank = Object.fromEntries(Object.keys(headers).map((header) => [header, '']));
      expect(verify(t.account, { rawBody, headers: blank })).toBeNull();
      expect(verify(t.other, event)).toBeNull();
    });

    it("converge to the provider's records, also when duplicated and in any order", async () => {
      const { invoice, events } = await invoiceWithEvents();
      const expected = (await t.moneyOf(invoice)).map(keyOf).sort();
      expect(expected).toHaveLength(3);
      const orders = [events, events.toReversed(), [...events, ...events], [...events.slice(2), ...events]];
      for (const order of orders) {
        const updates = await updatesOf(order);
        for (const { account, providerInvoiceId } of updates) {
          expect([account, providerInvoiceId]).toEqual([t.account, invoice.providerInvoiceId]);
        }
        expect(folded(updates)).toEqual(expected);
      }
    });

    it('report a transfer when it starts and when it fails', async () => {
      await t.w.drainEvents();
      const invoice = await t.publish();
      await t.w.pay(invoice, { transfer: 'failed' });
      const started = (await t.updates()).flatMap(({ payments }) => payments);
      expect(new Set(started.map(summaryOf))).toEqual(new Set([`payment pending ach ${TOTAL_CENTS}`]));
      await t.w.settle();
      const ended = (await t.updates()).flatMap(({ payments }) => payments);
      expect(new Set(ended.map(summaryOf))).toEqual(new Set([`payment failed ach ${TOTAL_CENTS}`]));
    });

    it('contain a known status, or none', async () => {
      const { events } = await invoiceWithEvents();
      for (const { status } of await updatesOf(events)) {
        if (status !== null) expect(PROVIDER_INVOICE_STATUSES).toContain(status);
      }
    });
  });
}

const keyOf = (payment: ProviderPayment): string => `${payment.providerPaymentId} ${summaryOf(payment)}`;

/** The state after applying updates as the webhook receiver does: a payment only ever moves forward. */
function folded(all: readonly InvoiceUpdate[]): string[] {
  const known = new Map<string, ProviderPayment>();
  for (const payment of all.flatMap(({ payments }) => payments)) {
    const before = known.get(payment.providerPaymentId);
    if (!before || before.status === 'pending') known.set(payment.providerPaymentId, payment);
  }
  return [...known.values()].map(keyOf).sort();
}
