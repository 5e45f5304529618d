import { ACCOUNT_NAMES } from '@ledgerline/contract/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEvents } from './event-cases.ts';
import type { PaymentWorld } from './payment-port-world.ts';
import { type PortTools, portTools, summaryOf, TOTAL_CENTS } from './port-tools.ts';
import { describePublishing } from './publishing-cases.ts';

/** The behavior of every payment provider behind the port, for each account. */
export function describePaymentPort(name: string, openWorld: () => Promise<PaymentWorld>): void {
  let opened: PaymentWorld | undefined;
  beforeAll(async () => {
    opened = await openWorld();
  });
  afterAll(() => opened?.close());
  const world = () => {
    if (!opened) throw new Error('the provider is not open yet');
    return opened;
  };
  describe.each(ACCOUNT_NAMES)('account %s', (account) => {
    const tools = portTools(world, account);
    describePublishing(name, tools);
    describeMoney(name, tools);
    describeEvents(name, tools);
  });

  it(`${name} reports no violations`, () => {
    expect(world().violations()).toEqual([]);
  });
}

/** Payments of clients and refunds of sellers. */
function describeMoney(name: string, t: PortTools): void {
  describe(`payments with ${name}`, () => {
    it('arrive in parts until nothing is due', async () => {
      const invoice = await t.publish();
      await t.w.pay(invoice, { amount_cents: 400 });
      expect(await t.invoiceNow(invoice)).toMatchObject({ status: 'partially_paid', paid_cents: 400 });
      await expect(t.w.pay(invoice, { amount_cents: 671 })).rejects.toThrow();
      await t.w.pay(invoice);
      expect(await t.invoiceNow(invoice)).toMatchObject({ status: 'paid', paid_cents: TOTAL_CENTS });
      await expect(t.w.pay(invoice)).rejects.toThrow();
      const money = await t.moneyOf(invoice);
      expect(money.map(summaryOf)).toEqual(['payment completed card 400', 'payment completed card 670']);
      for (const payment of money) {
        expect(payment).toMatchObject({ card_brand: 'Visa', card_last4: '1111', refundOf: null });
        expect(payment.at.getTime()).toBeGreaterThan(0);
      }
      expect(await t.moneyOf(invoice)).toEqual(money);
    });

    it.each([
      ['completed', 'paid', TOTAL_CENTS],
      ['failed', 'unpaid', 0],
    ] as const)('by bank transfer are pending until %s', async (end, status, paid_cents) => {
      const invoice = await t.publish();
      await t.w.pay(invoice, { transfer: end });
      const [pending, ...others] = await t.moneyOf(invoice);
      expect([pending && summaryOf(pending), others]).toEqual([`payment pending ach ${TOTAL_CENTS}`, []]);
      const meanwhile = await t.invoiceNow(invoice);
      expect(meanwhile.paid_cents).toBe(0);
      expect(['unpaid', 'processing']).toContain(meanwhile.status);
      await expect(t.w.pay(invoice)).rejects.toThrow();
      await t.w.settle();
      await t.w.settle();
      expect(await t.invoiceNow(invoice)).toMatchObject({ status, paid_cents });
      const money = await t.moneyOf(invoice);
      expect(money.map(summaryOf)).toEqual([`payment ${end} ach ${TOTAL_CENTS}`]);
      expect(money[0]?.providerPaymentId).toBe(pending?.providerPaymentId);
    });

    it('are refunded in parts and in full, each part once', async () => {
      const invoice = await t.publish();
      await t.w.pay(invoice);
      const [payment] = await t.moneyOf(invoice);
      const paymentId = payment?.providerPaymentId ?? '';
      await t.w.refund(t.account, paymentId, 70);
      const partly = await t.invoiceNow(invoice);
      expect(partly).toMatchObject({ paid_cents: TOTAL_CENTS, refunded_cents: 70 });
      await expect(t.w.refund(t.account, paymentId, 1001)).rejects.toThrow();
      await t.w.refund(t.account, paymentId, 1000);
      expect(await t.invoiceNow(invoice)).toMatchObject({
        paid_cents: TOTAL_CENTS,
        refunded_cents: TOTAL_CENTS,
      });
      const money = await t.moneyOf(invoice);
      expect(money.map(summaryOf)).toEqual([
        `payment completed card ${TOTAL_CENTS}`,
        'refund completed card 70',
        'refund completed card 1000',
      ]);
      expect(money.map(({ refundOf }) => refundOf)).toEqual([null, paymentId, paymentId]);
      expect(new Set(money.map(({ providerPaymentId }) => providerPaymentId)).size).toBe(3);
    });

    it('of one invoice do not count for another', async () => {
      const customerId = await t.newCustomer();
      const [one, two] = [await t.publish({ customerId }), await t.publish({ customerId })];
      await t.w.pay(one, { amount_cents: 500 });
      await t.w.pay(two, { transfer: 'completed' });
      expect((await t.moneyOf(one)).map(summaryOf)).toEqual(['payment completed card 500']);
      expect((await t.moneyOf(two)).map(summaryOf)).toEqual([`payment pending ach ${TOTAL_CENTS}`]);
      await t.w.settle();
    });
  });
}
