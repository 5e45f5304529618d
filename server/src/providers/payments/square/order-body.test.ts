import { describe, expect, it } from 'vitest';
import { type InvoiceToPublish, PaymentError } from '#platform/ports/payments.ts';
import { dueDate, invoiceBody, invoiceNumber } from './invoice-body.ts';
import { checkTotals, cut, lineItem, orderBody, taxPercentage } from './order-body.ts';
import type { InvoiceRow } from './repository.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const line = { description: 'Fee', quantity: 1, unit_price_cents: 1000, line_total_cents: 1000 };
const invoice: InvoiceToPublish = {
  account: 'BFS',
  idempotencyKey: 'invoice-7-1763650800000',
  customerId: 'CUS',
  reference: 'INV-7',
  title: 'Fee',
  description: '',
  lines: [line],
  tax_rate: 0.07,
  tax_cents: 70,
  total_cents: 1070,
  due_date: null,
};

describe('lines', () => {
  it.each([
    [1, 1000, 1000, '1', 1000, undefined],
    [12, 250, 3000, '12', 250, undefined],
    [2.5, 10_000, 25_000, '1', 25_000, '2.5 × $100.00'],
    [0.333, 100, 33, '1', 33, '0.333 × $1.00'],
    [0.001, 1, 0, '1', 0, '0.001 × $0.01'],
    [1_000_000, 1, 1_000_000, '1', 1_000_000, '1000000 × $0.01'],
  ])('of %d at %d cents become an item with a total of %d', (quantity, price, total, count, base, note) => {
    const feeLine = { description: 'Fee', quantity, unit_price_cents: price, line_total_cents: total };
    expect(lineItem(feeLine)).toEqual({
      name: 'Fee',
      quantity: count,
      base_price_money: usd(base),
      ...(note ? { note } : {}),
    });
  });

  it('keep our total when quantity times price differs from it', () => {
    const feeLine = { description: 'Fee', quantity: 3, unit_price_cents: 100, line_total_cents: 299 };
    expect(lineItem(feeLine)).toMatchObject({ quantity: '1', base_price_money: usd(299), note: '3 × $1.00' });
  });

  it('have a name that Square accepts', () => {
    expect(lineItem({ ...line, description: 'x'.repeat(600) }).name).toHaveLength(512);
    expect(cut('ab😀', 3)).toBe('ab');
  });
});

describe('credits', () => {
  const credit = (description: string, quantity: number, price: number, total: number) => ({
    description,
    quantity,
    unit_price_cents: price,
    line_total_cents: total,
  });

  it('become discounts of the whole order, since Square accepts no price below zero', () => {
    const lines = [
      credit('Loyalty', 1, -250, -250),
      line,
      credit('Missed hours', 1.5, -100, -150),
      credit('Too small', 0.001, -1, 0),
    ];
    expect(orderBody({ ...invoice, lines }, 'LOC')).toMatchObject({
      line_items: [{ name: 'Fee', quantity: '1', base_price_money: usd(1000) }],
      discounts: [
        {
          uid: 'discount-1',
          name: 'Loyalty',
          type: 'FIXED_AMOUNT',
          amount_money: usd(250),
          scope: 'ORDER',
        },
        { uid: 'discount-2', name: 'Missed hours (1.5 × -$1.00)', amount_money: usd(150) },
      ],
    });
    expect(orderBody(invoice, 'LOC')).not.toHaveProperty('discounts');
  });

  it('have a name that Square accepts', () => {
    const lines = [line, credit('x'.repeat(500), 2, -10, -20)];
    const [discount] = orderBody({ ...invoice, lines }, 'LOC').discounts ?? [];
    expect(discount?.name).toHaveLength(255);
    expect(discount?.name).toMatch(/x \(2 × -\$0\.10\)$/);
  });
});

describe('tax', () => {
  it.each([
    [0.07, '7'],
    [0.08875, '8.875'],
    [0.0825, '8.25'],
    [0.1, '10'],
    [1, '100'],
    [0, '0'],
    [0.000_000_001, '0'],
    [0.123_456_789, '12.34568'],
    [0.000_001, '0.0001'],
  ])('rate %d is %s percent', (rate, percentage) => {
    expect(taxPercentage(rate)).toBe(percentage);
  });

  it('applies to the whole order, and is omitted when there is none', () => {
    expect(orderBody(invoice, 'LOC').taxes).toEqual([
      { uid: 'sales-tax', name: 'Tax', percentage: '7', type: 'ADDITIVE', scope: 'ORDER' },
    ]);
    expect(orderBody({ ...invoice, tax_rate: 0 }, 'LOC')).not.toHaveProperty('taxes');
  });
});

describe('totals', () => {
  it('that agree to the cent pass, with a missing tax counting as zero', () => {
    expect(() => checkTotals(invoice, { total_money: usd(1070), total_tax_money: usd(70) })).not.toThrow();
    expect(() =>
      checkTotals({ ...invoice, tax_cents: 0, total_cents: 1000 }, { total_money: usd(1000) }),
    ).not.toThrow();
  });

  it.each([
    [1071, 70],
    [1069, 70],
    [1070, 71],
    [1070, 0],
  ])('of %d with %d tax are rejected', (total, tax) => {
    const order = { total_money: usd(total), total_tax_money: usd(tax) };
    expect(() => checkTotals(invoice, order)).toThrow(PaymentError);
    expect(() => checkTotals(invoice, order)).toThrow(/not 1070 with tax of 70/);
  });
});

describe('order', () => {
  it('is identified by the key, hashed when the key is long', () => {
    expect(orderBody(invoice, 'LOC').reference_id).toBe('invoice-7-1763650800000');
    const long = orderBody({ ...invoice, idempotencyKey: 'k'.repeat(41) }, 'LOC').reference_id;
    expect(long).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('invoice', () => {
  const now = new Date('2026-11-21T02:00:00Z');
  it.each([
    [null, '2026-12-20'],
    ['2027-01-15', '2027-01-15'],
    ['2026-11-20', '2026-11-20'],
    ['2026-11-01', '2026-11-20'],
  ])('due on %s is due on %s at Square', (due, expected) => {
    expect(dueDate(due, now, 'America/New_York')).toBe(expected);
  });

  it.each([
    [1, 'INV-7'],
    [2, 'INV-7-2'],
    [11, 'INV-7-11'],
  ])('number of attempt %d is %s', (attempt, number) => {
    expect(invoiceNumber('INV-7', attempt)).toBe(number);
    expect(invoiceNumber('x'.repeat(300), attempt)).toHaveLength(191);
  });

  it('omits empty texts and truncates long ones', () => {
    const row = { due_date: '2026-12-20', number_try: 1 } as InvoiceRow;
    expect(invoiceBody({ ...invoice, title: ' ' }, row, 'ORD', 'LOC')).not.toHaveProperty('title');
    const long = invoiceBody({ ...invoice, title: 't'.repeat(300), description: 'd' }, row, 'ORD', 'LOC');
    expect(long).toMatchObject({
      title: 't'.repeat(255),
      description: 'd',
      delivery_method: 'SHARE_MANUALLY',
    });
  });
});
