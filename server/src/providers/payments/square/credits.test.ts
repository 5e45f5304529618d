import { invoiceTotals, lineTotalCents } from '@ledgerline/contract/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useSquareWorld } from './testing/square-world.ts';

const { fake, publish, square } = useSquareWorld();

const quantity = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 9000 }).map((n) => n / 1000),
);
const lineOf = (price: fc.Arbitrary<number>) =>
  fc.record({ description: fc.constant('Line'), quantity, unit_price_cents: price });
const added = fc.array(lineOf(fc.integer({ min: 1, max: 99_999 })), { minLength: 1, maxLength: 5 });
const credits = fc.array(lineOf(fc.integer({ min: -40_000, max: -1 })), { minLength: 1, maxLength: 3 });
const rate = fc.constantFrom(0, 0.07, 0.06, 0.0825, 0.08875);

/** Half a cent of tax is rounded up here and to the even cent at Square; such an invoice is rejected with a message. */
const isHalfCent = (subtotal: number, tax_rate: number) =>
  ((Math.round(subtotal * tax_rate * 1e6) % 1e6) + 1e6) % 1e6 === 500_000;

it('invoices with credits have the same total and tax at Square, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(added, credits, rate, async (plus, minus, tax_rate) => {
      const lines = [...minus.slice(0, 1), ...plus, ...minus.slice(1)].map((line) => ({
        ...line,
        line_total_cents: lineTotalCents(line),
      }));
      const { subtotal_cents, tax_cents, total_cents } = invoiceTotals({
        lines,
        tax_rate,
        is_tax_enabled: true,
      });
      fc.pre(total_cents > 0 && !isHalfCent(subtotal_cents, tax_rate));
      const { providerInvoiceId } = await publish({ lines, tax_rate, tax_cents, total_cents });
      expect((await square().getInvoice('BFS', providerInvoiceId)).total_cents).toBe(total_cents);
      const { order_id } = fake.invoice(providerInvoiceId);
      const order = fake.merchant('BFS').orders.find(({ id }) => id === order_id);
      expect(order?.total_tax_money.amount).toBe(tax_cents);
      fake.pay(providerInvoiceId);
      expect(await square().getInvoice('BFS', providerInvoiceId)).toMatchObject({
        status: 'paid',
        paid_cents: total_cents,
      });
    }),
    { numRuns: 40 },
  );
});
