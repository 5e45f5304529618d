import { PROVIDER_INVOICE_STATUSES } from '@ledgerline/contract/rules';
import { describe, expect, it, vi } from 'vitest';
import { brandName, invoiceStatus, invoiceSums, paymentStatus } from './translate.ts';

describe('invoice status', () => {
  it.each([
    ['DRAFT', 'draft'],
    ['SCHEDULED', 'unpaid'],
    ['UNPAID', 'unpaid'],
    ['PAYMENT_PENDING', 'processing'],
    ['PARTIALLY_PAID', 'partially_paid'],
    ['PAID', 'paid'],
    ['PARTIALLY_REFUNDED', 'partially_refunded'],
    ['REFUNDED', 'refunded'],
    ['CANCELED', 'cancelled'],
    ['FAILED', 'failed'],
  ])('%s becomes %s', (word, status) => {
    const note = vi.fn();
    expect(invoiceStatus(word, note)).toBe(status);
    expect(PROVIDER_INVOICE_STATUSES).toContain(status);
    expect(note).not.toHaveBeenCalled();
  });

  it('that is unknown is returned in lower case and reported', () => {
    const note = vi.fn();
    expect(invoiceStatus('ON_HOLD', note)).toBe('on_hold');
    expect(note).toHaveBeenCalledWith('invoice', 'ON_HOLD');
  });
});

describe('payment status', () => {
  it.each([
    ['APPROVED', 'pending'],
    ['PENDING', 'pending'],
    ['COMPLETED', 'completed'],
    ['CANCELED', 'failed'],
    ['FAILED', 'failed'],
    ['REJECTED', 'failed'],
  ])('%s becomes %s', (word, status) => {
    expect(paymentStatus(word, vi.fn())).toBe(status);
  });

  it.each(['HELD', null, undefined])('%s becomes pending, and is reported', (word) => {
    const note = vi.fn();
    expect(paymentStatus(word, note)).toBe('pending');
    expect(note).toHaveBeenCalledOnce();
  });
});

it('sums an invoice from its payment requests', () => {
  const usd = (amount: number) => ({ amount });
  const payment_requests = [
    { computed_amount_money: usd(1000), total_completed_amount_money: usd(400) },
    { computed_amount_money: usd(70) },
  ];
  const invoice = { id: 'inv:0-1', version: 1, status: 'UNPAID', payment_requests };
  expect(invoiceSums(invoice)).toEqual({ total_cents: 1070, paid_cents: 400 });
  expect(invoiceSums({ id: 'inv:0-1', version: 1, status: 'DRAFT' })).toEqual({
    total_cents: 0,
    paid_cents: 0,
  });
});

it.each([
  ['VISA', 'Visa'],
  ['AMERICAN_EXPRESS', 'American Express'],
  ['JCB', 'JCB'],
])('calls %s %s', (brand, name) => {
  expect(brandName(brand)).toBe(name);
});
