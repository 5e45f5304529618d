import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invoiceTotals, lineTotalCents, templateSalesTax } from './invoice-totals.ts';
import {
  centsToReopen,
  invoiceActionAllowed,
  invoiceDueInDays,
  invoiceHasContact,
  invoiceInPendingPayment,
  invoiceOverdue,
  invoicePaymentState,
  invoiceProgress,
  invoiceSearchMatches,
  paymentDateError,
  refundableCents,
  statusAfterSend,
} from './invoices.ts';

const today = '2026-03-10';

describe('invoice states', () => {
  it.each([
    ['2026-03-09', 'sent', true],
    ['2026-03-09', 'PARTIALLY_PAID', true],
    ['2026-03-09T23:59:59Z', 'draft', true],
    ['2026-03-10', 'sent', false],
    ['2026-03-11', 'sent', false],
    ['2025-12-31', 'paid', false],
    ['2025-12-31', 'void', false],
    ['2025-12-31', 'pending', false],
    [null, 'sent', false],
    ['', 'sent', false],
  ])('due %s and %s is overdue: %s', (due_date, status, overdue) => {
    expect(invoiceOverdue({ due_date, status, today })).toBe(overdue);
  });

  it.each([
    ['2026-03-09', 'sent', null, -1],
    ['2025-03-10', 'Partially_Paid', 'unpaid', -365],
    ['2026-03-10', 'sent', null, 0],
    ['2026-03-11', 'sent', null, 1],
    ['2027-03-10', 'partially_paid', null, 365],
    ['2026-03-09', 'sent', 'processing', null],
    ['2026-03-09', 'draft', null, null],
    ['2026-03-09', 'paid', 'refunded', null],
    ['2026-03-09', 'void', null, null],
    ['2026-03-09', 'pending', null, null],
    [null, 'sent', null, null],
    ['', 'sent', null, null],
  ])('due %s, %s and %s at the provider is due in %s days', (due_date, status, provider_status, days) => {
    expect(invoiceDueInDays({ due_date, status, provider_status, today })).toBe(days);
  });

  it.each([
    [{ status: 'Paid', total_cents: 0 }, 100],
    [{ status: 'partially_paid', total_cents: 10_000, paid_amount_cents: 2_500 }, 25],
    [{ status: 'partially_paid', total_cents: 200, paid_amount_cents: 1 }, 1],
    [{ status: 'partially_paid', total_cents: 10_000, paid_amount_cents: 0 }, 0],
    [{ status: 'partially_paid', total_cents: 10_000, paid_amount_cents: null }, 50],
    [{ status: 'partially_paid', total_cents: 10_000 }, 50],
    [{ status: 'partially_paid', total_cents: 0, paid_amount_cents: 5 }, 0],
    [{ status: 'partially_paid', total_cents: 10, paid_amount_cents: 20 }, 100],
    [{ status: 'sent', total_cents: 10, paid_amount_cents: 5 }, 0],
    [{ status: null }, 0],
  ])('%j has progress %i', (invoice, percent) => {
    expect(invoiceProgress(invoice)).toBe(percent);
  });

  it('allows no action on paid and void invoices only', () => {
    for (const action of ['send', 'edit', 'void'] as const) {
      const allowed = (status: string) => invoiceActionAllowed({ status, action });
      expect(['paid', 'VOID'].map(allowed)).toEqual([false, false]);
      expect(['draft', 'sent', 'partially_paid', 'pending'].every(allowed)).toBe(true);
    }
  });

  it('identifies pending payments, sendable invoices and the status after sending', () => {
    const all = ['draft', 'Sent', 'partially_paid', 'paid', 'void', 'pending'];
    expect(all.filter((status) => invoiceInPendingPayment({ status }))).toEqual(['Sent', 'partially_paid']);
    expect(invoiceHasContact({ email: ' ', phone: '' })).toBe(false);
    expect(invoiceHasContact({ email: null, phone: '5551234567' })).toBe(true);
    expect(invoiceHasContact({ email: 'a@b.co' })).toBe(true);
    expect(statusAfterSend({ status: 'draft', total_cents: 1 })).toBe('sent');
    expect(statusAfterSend({ status: 'Partially_Paid', total_cents: 1 })).toBe('partially_paid');
    expect(statusAfterSend({ status: 'draft', total_cents: 0 })).toBe('paid');
  });

  it('searches reference, title, name and email without case, and nothing else', () => {
    const invoice = {
      external_ref: 'INV-7',
      title: 'Plan',
      full_name: 'Ann Lee',
      email: 'ann@x.co',
      phone: '555',
    };
    const matches = (query: string) => invoiceSearchMatches({ query, invoice });
    expect(['inv-7', 'PLAN', ' lee ', '@X.', ''].every(matches)).toBe(true);
    expect(['555', 'bob'].some(matches)).toBe(false);
    expect(invoiceSearchMatches({ query: 'x', invoice: { title: null } })).toBe(false);
  });
});

describe('invoice sums', () => {
  it.each([
    [0.333, 100, 33],
    [0.005, 100, 1],
    [1.005, 100, 101],
    ['2.675', 100, 268],
    [0.001, 499, 0],
    [0.001, 500, 1],
    [1e-7, 5_000_000, 1],
    [3, 1999, 5997],
    ['', 100, 0],
    [null, 100, 0],
    ['abc', 100, 0],
  ])('%s times %i cents is %i', (quantity, unit_price_cents, total) => {
    expect(lineTotalCents({ quantity, unit_price_cents })).toBe(total);
  });

  it('rounds each line, then taxes the subtotal once', () => {
    const lines = [1, 2, 3].map(() => ({ quantity: 0.5, unit_price_cents: 101, description: 'x' }));
    expect(invoiceTotals({ lines, tax_rate: 0.07, is_tax_enabled: true })).toEqual({
      subtotal_cents: 153,
      tax_cents: 11,
      total_cents: 164,
    });
    expect(invoiceTotals({ lines, tax_rate: 0.07, is_tax_enabled: false }).total_cents).toBe(153);
    expect(
      invoiceTotals({ lines: [{ quantity: 1, unit_price_cents: 10_000 }], is_tax_enabled: true }).tax_cents,
    ).toBe(700);
    expect(invoiceTotals({ lines: [], is_tax_enabled: true }).total_cents).toBe(0);
  });

  it('agrees with integer arithmetic and adds up, for any lines', () => {
    const line = fc.record({
      thousandths: fc.integer({ min: 1, max: 9_999_999 }),
      price: fc.integer({ min: 0, max: 99_999_999 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 0, max: 100 }), (parts, rate) => {
        const lines = parts.map(({ thousandths, price }) => ({
          quantity: thousandths / 1000,
          unit_price_cents: price,
        }));
        const sums = parts.map(
          ({ thousandths, price }) => (BigInt(thousandths) * BigInt(price) + 500n) / 1000n,
        );
        const subtotal = sums.reduce((sum, next) => sum + next, 0n);
        const totals = invoiceTotals({ lines, tax_rate: rate / 100, is_tax_enabled: true });
        expect(BigInt(totals.subtotal_cents)).toBe(subtotal);
        expect(BigInt(totals.tax_cents)).toBe((subtotal * BigInt(rate) + 50n) / 100n);
        expect(totals.total_cents).toBe(totals.subtotal_cents + totals.tax_cents);
      }),
    );
  });

  it.each([
    [10_000, 2_500, true, { tax_cents: 875, total_cents: 13_375 }],
    [10_000, 2_500, false, { tax_cents: 0, total_cents: 12_500 }],
    [50, 0, true, { tax_cents: 4, total_cents: 54 }],
    [null, undefined, true, { tax_cents: 0, total_cents: 0 }],
  ])('template base %s and items %s, taxed %s', (base_cents, itemized_cents, include_sales_tax, result) => {
    expect(templateSalesTax({ base_cents, itemized_cents, include_sales_tax })).toEqual(result);
  });
});

describe('refundableCents', () => {
  const payment = { id: 7, amount: 500, payment_status: 'completed' };
  const refund = (refund_of: number, amount: number, payment_status = 'completed') => ({
    refund_of,
    amount,
    payment_status,
  });

  it.each([
    ['nothing was refunded', [], 500],
    ['some was, some of another payment', [refund(7, 200), refund(8, 100)], 300],
    ['a refund is pending', [refund(7, 200, 'pending')], 300],
    ['a refund failed', [refund(7, 200, 'failed')], 500],
    ['all of it was refunded', [refund(7, 200), refund(7, 300)], 0],
  ])('when %s', (_, refunds, left) => {
    expect(refundableCents(payment, [payment, ...refunds])).toBe(left);
  });

  it('returns zero for a payment that has not arrived', () => {
    expect(refundableCents({ ...payment, payment_status: 'pending' }, [])).toBe(0);
  });
});

describe('invoicePaymentState', () => {
  it.each([
    [{ status: 'paid', paid_amount_cents: 100, refunded_cents: 0 }, 'paid'],
    [{ status: 'PAID', paid_amount_cents: 60, refunded_cents: 40 }, 'partially_refunded'],
    [{ status: 'paid', paid_amount_cents: 0, refunded_cents: 100 }, 'refunded'],
    [{ status: 'partially_paid', paid_amount_cents: 10, refunded_cents: 40 }, 'partially_paid'],
    [{ status: 'void', paid_amount_cents: 0, refunded_cents: 40 }, 'void'],
    [{ status: 'sent' }, 'sent'],
  ])('of %j is %s', (invoice, state) => {
    expect(invoicePaymentState(invoice)).toBe(state);
  });
});

describe('centsToReopen', () => {
  const refunded = { status: 'paid', total_cents: 1000, paid_amount_cents: 600, refunded_cents: 400 };
  it.each([
    ['is what is missing from the total after a refund', refunded, 400],
    ['is the total after a full refund', { ...refunded, paid_amount_cents: 0, refunded_cents: 1000 }, 1000],
    ['is one cent', { ...refunded, paid_amount_cents: 999, refunded_cents: 1 }, 1],
    ['is zero when only an overpayment was refunded', { ...refunded, paid_amount_cents: 1000 }, 0],
    ['is zero when more than the total is left', { ...refunded, paid_amount_cents: 1001 }, 0],
    ['is zero without a refund', { ...refunded, refunded_cents: 0 }, 0],
    ['is zero without a known refund', { status: 'paid', total_cents: 1000, paid_amount_cents: 600 }, 0],
    ['is zero for a void invoice', { ...refunded, status: 'void' }, 0],
    ['is zero for an invoice that is due already', { ...refunded, status: 'partially_paid' }, 0],
    ['ignores the case of the status', { ...refunded, status: 'Paid' }, 400],
  ])('%s', (_, invoice, cents) => {
    expect(centsToReopen(invoice)).toBe(cents);
  });
});

describe('paymentDateError', () => {
  const days = { created: '2026-11-05', today: '2026-11-20' };
  it.each([
    ['2026-11-20', null],
    ['2026-11-21', 'The payment date must not be in the future.'],
    ['2026-01-01', null],
    [
      '2025-12-31',
      'The payment date must be in 2026 or later: the invoice was created on Nov 5, 2026. Check the year.',
    ],
    [
      '1926-11-20',
      'The payment date must be in 2026 or later: the invoice was created on Nov 5, 2026. Check the year.',
    ],
  ])('of %s is %s', (day, message) => {
    expect(paymentDateError(day, days)).toBe(message);
  });
});
