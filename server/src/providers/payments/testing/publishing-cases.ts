import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectRejected, type PortTools, TOTAL_CENTS } from './port-tools.ts';

const MANY = Array.from({ length: 5 });

/** Customers, and invoices that are published. */
export function describePublishing(name: string, t: PortTools): void {
  describe(`customers of ${name}`, () => {
    it('are created once per key and account, also for concurrent calls', async () => {
      const key = randomUUID();
      const all = await Promise.all(MANY.map(() => t.newCustomer(t.account, key)));
      expect(new Set(all).size).toBe(1);
      expect(await t.newCustomer(t.account, key)).toBe(all[0]);
      expect(await t.newCustomer(t.other, key)).not.toBe(all[0]);
      expect(await t.newCustomer()).not.toBe(all[0]);
    });
  });

  describe(`publishing with ${name}`, () => {
    it('returns a payable invoice and reports its steps', async () => {
      const steps: string[] = [];
      const invoice = await t.w.payments.publishInvoice(await t.toPublish(), async (step) => {
        steps.push(step);
      });
      expect(steps).toEqual(['order', 'publish']);
      const sums = { total_cents: TOTAL_CENTS, paid_cents: 0, refunded_cents: 0 };
      expect(invoice).toMatchObject({ account: t.account, status: 'unpaid', ...sums });
      expect(invoice.publicUrl).toMatch(/^https?:\/\//);
      expect(await t.invoiceNow(invoice)).toEqual(invoice);
      expect(await t.moneyOf(invoice)).toEqual([]);
    });

    it('with the same key returns the same invoice, for five concurrent calls and later', async () => {
      const input = await t.toPublish();
      const all = await Promise.all(MANY.map(() => t.w.payments.publishInvoice(input)));
      expect(new Set(all.map(({ providerInvoiceId }) => providerInvoiceId)).size).toBe(1);
      expect((await t.w.payments.publishInvoice(input)).providerInvoiceId).toBe(all[0]?.providerInvoiceId);
      expect(await t.w.countOf(t.account, input.idempotencyKey)).toBe(1);
      expect(await t.w.countOf(t.other, input.idempotencyKey)).toBe(0);
    });

    it('separates equal keys of the two accounts', async () => {
      const input = await t.toPublish();
      const elsewhere = { ...input, account: t.other, customerId: await t.newCustomer(t.other) };
      const [here, there] = [
        await t.w.payments.publishInvoice(input),
        await t.w.payments.publishInvoice(elsewhere),
      ];
      expect(there.providerInvoiceId).not.toBe(here.providerInvoiceId);
      expect([here.account, there.account]).toEqual([t.account, t.other]);
    });

    it('matches our cents with many lines, fractions and an odd rate', async () => {
      const lines = [
        { description: 'Hours', quantity: 2.333, unit_price_cents: 9999, line_total_cents: 23_328 },
        { description: 'Pages', quantity: 12, unit_price_cents: 25, line_total_cents: 300 },
      ];
      const money = { lines, tax_rate: 0.08875, tax_cents: 2097, total_cents: 25_725 };
      expect(await t.publish(money)).toMatchObject({ total_cents: 25_725, status: 'unpaid' });
      const untaxed = { lines, tax_rate: 0, tax_cents: 0, total_cents: 23_628 };
      expect(await t.publish(untaxed)).toMatchObject({ total_cents: 23_628 });
    });

    it.each([1, -1])('rejects a total that differs by %d cent, and creates nothing', async (cent) => {
      const input = await t.toPublish({ total_cents: TOTAL_CENTS + cent });
      await expectRejected(t.w.payments.publishInvoice(input), 'total_differs');
      await expectRejected(t.w.payments.publishInvoice(input), 'total_differs');
      expect(await t.w.countOf(t.account, input.idempotencyKey)).toBe(0);
    });

    it('rejects an amount of zero, and a customer of the other account or an unknown one', async () => {
      const nothing = { lines: [], tax_cents: 0, total_cents: 0 };
      await expectRejected(t.publish(nothing), 'invalid');
      for (const customerId of [await t.newCustomer(t.other), 'nobody']) {
        const input = await t.toPublish({ customerId });
        await expectRejected(t.w.payments.publishInvoice(input), 'not_found');
        expect(await t.w.countOf(t.account, input.idempotencyKey)).toBe(0);
      }
    });
  });

  describe(`invoices of ${name}`, () => {
    it('are visible to their account only', async () => {
      const { payments } = t.w;
      const { providerInvoiceId } = await t.publish();
      for (const [of, id] of [
        [t.other, providerInvoiceId],
        [t.account, 'unknown'],
      ] as const) {
        await expectRejected(payments.getInvoice(of, id), 'not_found');
        await expectRejected(payments.listPayments(of, id), 'not_found');
        await expectRejected(payments.cancelInvoice(of, id, randomUUID()), 'not_found');
      }
      expect(await payments.getInvoice(t.account, providerInvoiceId)).toMatchObject({ status: 'unpaid' });
    });

    it('can be cancelled, repeatedly and concurrently, and then accept no payment', async () => {
      const invoice = await t.publish();
      const cancel = () => t.w.payments.cancelInvoice(t.account, invoice.providerInvoiceId, 'cancel');
      for (const { status } of await Promise.all([cancel(), cancel()])) expect(status).toBe('cancelled');
      expect(await cancel()).toMatchObject({ status: 'cancelled', total_cents: TOTAL_CENTS });
      expect(await t.invoiceNow(invoice)).toMatchObject({ status: 'cancelled', paid_cents: 0 });
      await expect(t.w.pay(invoice)).rejects.toThrow();
      expect(await t.moneyOf(invoice)).toEqual([]);
    });

    it('retain their payments when they are cancelled', async () => {
      const invoice = await t.publish();
      await t.w.pay(invoice, { amount_cents: 300 });
      await t.w.payments.cancelInvoice(t.account, invoice.providerInvoiceId, 'cancel');
      expect(await t.invoiceNow(invoice)).toMatchObject({
        status: 'cancelled',
        paid_cents: 300,
        refunded_cents: 0,
      });
      expect(await t.moneyOf(invoice)).toHaveLength(1);
    });

    it('cannot be cancelled once paid', async () => {
      const invoice = await t.publish();
      await t.w.pay(invoice);
      const cancel = t.w.payments.cancelInvoice(t.account, invoice.providerInvoiceId, 'cancel');
      await expectRejected(cancel, 'wrong_state');
      expect(await t.invoiceNow(invoice)).toMatchObject({ status: 'paid' });
    });
  });
}
