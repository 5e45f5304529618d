import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { owedCents, statusFromMoney, sumsOf } from './rules.ts';

const ownPages = new Set(['third']);
const SENT = { status: 'sent', total_cents: 1000, refunded_cents: 0, sent_at: new Date() };

describe('the sums of any money', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('payment', 'payment', 'refund', 'reversal'),
      amount: fc.integer({ min: 1, max: 1500 }),
      status: fc.constantFrom('completed', 'completed', 'pending', 'failed'),
      which: fc.nat(5),
    }),
    { maxLength: 10 },
  );

  it('stay at paid through refunds, and otherwise owe exactly what was not received and kept', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const money: {
          id: number;
          kind: string;
          amount: number;
          payment_status: string;
          refund_of?: number;
        }[] = [];
        const invoice = { ...SENT };
        for (const [id, { kind, amount, status, which }] of all.entries()) {
          if (kind === 'payment') money.push({ id, kind, amount, payment_status: status });
          else {
            const payments = money.filter(
              (one) => one.kind === 'payment' && one.payment_status === 'completed',
            );
            const payment = payments[which % Math.max(1, payments.length)];
            const given = money.filter(({ refund_of }) => payment && refund_of === payment.id);
            const left = given.reduce((cents, one) => cents - one.amount, payment?.amount ?? 0);
            if (!payment || left === 0) continue;
            const taken = Math.min(left, amount);
            money.push({ id, kind, amount: taken, payment_status: 'completed', refund_of: payment.id });
          }
          const before = invoice.status;
          const sums = sumsOf(money, ownPages, invoice);
          invoice.status = statusFromMoney(invoice, sums);
          invoice.refunded_cents = sums.refunded_cents;
          if (before === 'paid' && money.at(-1)?.kind === 'refund') expect(invoice.status).toBe('paid');
          if (sums.kept_cents >= 1000) expect(invoice.status).toBe('paid');
          const settled = sumsOf(money, ownPages, invoice);
          expect(statusFromMoney(invoice, settled)).toBe(invoice.status);
          expect(owedCents(invoice, settled)).toBe(
            invoice.status === 'paid' ? 0 : Math.max(0, 1000 - settled.kept_cents - settled.pending_cents),
          );
        }
      }),
    );
  });
});
