import { isKnownProviderStatus, PAYMENT_PROCESSING } from '@ledgerline/contract/rules';
import { describe, expect, it } from 'vitest';
import {
  isOlderUpdate,
  isRefundedAtProvider,
  nextPaymentStatus,
  outstandingCents,
  paymentError,
  providerStatusFollows,
  refundToAdopt,
  statusFromMoney,
  sumsOf,
} from './rules.ts';

const paid = (amount: number, payment_status = 'completed') => ({ kind: 'payment', payment_status, amount });
const refund = (amount: number, refund_of: number | null = null) => ({
  kind: 'refund',
  payment_status: 'completed',
  amount,
  refund_of,
});
const reversal = (amount: number, refund_of: number) => ({
  ...refund(amount, refund_of),
  kind: 'reversal',
});
const external = (id: number, amount: number, payment_status = 'completed') => ({
  ...paid(amount, payment_status),
  id,
  provider: 'square',
});
const STARTED = Date.UTC(2026, 10, 20);
/** Each a minute after the previous one. */
const dated = <One extends object>(all: readonly One[]) =>
  all.map((one, minute) => ({ ...one, created_at: new Date(STARTED + minute * 60_000) }));
const minute = (n: number) => new Date(STARTED + n * 60_000);

/** A third provider, whose name no rule knows. */
const ownPages = new Set(['third']);
const SENT = {
  status: 'sent',
  total_cents: 1000,
  total_changed_at: null,
  sent_at: new Date(),
  provider_status: null,
};
const DRAFT = { ...SENT, status: 'draft', sent_at: null };

describe('sumsOf', () => {
  it('counts what arrived minus what was refunded, and separately what is pending', () => {
    const all = [paid(600), paid(300, 'pending'), paid(5000, 'failed'), refund(100)];
    expect(sumsOf(dated(all), ownPages, SENT)).toEqual({
      kept_cents: 500,
      received_cents: 600,
      settled_cents: 600,
      is_touched: true,
      refunded_cents: 100,
      pending_cents: 300,
      waiting_cents: 300,
    });
  });

  it('ignores failed payments', () => {
    expect(sumsOf(dated([paid(10, 'failed')]), ownPages, SENT)).toMatchObject({
      is_touched: false,
      kept_cents: 0,
    });
  });
});

describe('statusFromMoney', () => {
  it.each([
    ['a sent invoice without money stays sent', SENT, [], 'sent'],
    ['a draft without money stays a draft', DRAFT, [], 'draft'],
    ['a part payment makes it partially paid', SENT, [paid(1)], 'partially_paid'],
    ['a part payment makes a draft partially paid', DRAFT, [paid(999)], 'partially_paid'],
    ['the full amount makes it paid', SENT, [paid(400), paid(600)], 'paid'],
    ['the full amount makes a draft paid', DRAFT, [paid(1000)], 'paid'],
    ['more than the full amount is paid', SENT, [paid(1200)], 'paid'],
    ['a pending bank transfer makes it pending', SENT, [paid(1000, 'pending')], 'pending'],
    [
      'a part payment that arrived outweighs what is pending',
      SENT,
      [paid(1), paid(9, 'pending')],
      'partially_paid',
    ],
    ['a failed payment changes nothing', SENT, [paid(1000, 'failed')], 'sent'],
    ['a refund of what was paid makes nothing due again', SENT, [paid(1000), refund(1)], 'paid'],
    ['a refund of the full amount makes nothing due again', SENT, [paid(1000), refund(1000)], 'paid'],
    [
      'a refund at an outside provider makes nothing due again',
      SENT,
      [external(1, 1000), refund(1000, 1)],
      'paid',
    ],
    [
      'a refund of one of several payments makes nothing due again',
      SENT,
      [external(1, 600), paid(400), refund(400, 1)],
      'paid',
    ],
    ['a refund of a part payment is due again', SENT, [paid(400), refund(400)], 'sent'],
    [
      'a partial refund of a part payment is due again',
      SENT,
      [external(1, 400), refund(100, 1)],
      'partially_paid',
    ],
    [
      'a refunded part payment does not count as paid',
      SENT,
      [paid(500), refund(500), paid(500)],
      'partially_paid',
    ],
    [
      'an invoice is paid once a refunded part payment was made again',
      SENT,
      [paid(500), refund(500), paid(500), paid(500)],
      'paid',
    ],
    [
      'a payment that replaces one returned beside a refund settles what it pays',
      SENT,
      [external(1, 600), external(2, 400), refund(400, 2), reversal(600, 1), paid(600)],
      'partially_paid',
    ],
    [
      'a refunded part payment does not pay a total that was lowered later',
      { ...SENT, total_cents: 500, total_changed_at: minute(1.5) },
      [paid(500), refund(500)],
      'sent',
    ],
    [
      'a refunded part payment does not pay a lowered total whose payment was returned',
      { ...SENT, status: 'paid', total_cents: 500, total_changed_at: minute(1.5) },
      [paid(500), refund(500), external(3, 500), reversal(500, 3)],
      'sent',
    ],
    [
      'a refund of the lower total makes nothing due again',
      { ...SENT, total_cents: 500, total_changed_at: minute(1.5) },
      [paid(500), refund(500), paid(500), refund(500)],
      'paid',
    ],
    ['a returned payment is due again', SENT, [external(1, 1000), reversal(1000, 1)], 'sent'],
    ['a partly returned payment is due again', SENT, [external(1, 1000), reversal(1, 1)], 'partially_paid'],
    [
      'a returned payment is due again beside a refund of another',
      SENT,
      [external(1, 600), external(2, 400), refund(100, 2), reversal(600, 1)],
      'partially_paid',
    ],
    ['a payment that failed afterwards is due again', SENT, [external(1, 1000, 'failed')], 'sent'],
    [
      'a failed payment that was recorded as returned before is not subtracted twice',
      SENT,
      [external(1, 500, 'failed'), reversal(500, 1), external(2, 1000)],
      'paid',
    ],
    ['what an outside provider processes changes nothing', SENT, [external(1, 1000, 'pending')], 'sent'],
    ['void stays void', { ...SENT, status: 'void' }, [paid(1000)], 'void'],
  ])('%s', (_, invoice, all, status) => {
    expect(statusFromMoney(invoice, sumsOf(dated(all), ownPages, invoice))).toBe(status);
  });
});

describe('what can still be recorded', () => {
  it('counts pending money as received', () => {
    expect(outstandingCents(SENT, sumsOf(dated([paid(300), paid(200, 'pending')]), ownPages, SENT))).toBe(
      500,
    );
  });

  it.each([
    [SENT, [], 1000, null],
    [SENT, [], 1001, 'The payment can’t exceed the balance due: $10.00.'],
    [SENT, [paid(400)], 601, 'The payment can’t exceed the balance due: $6.00.'],
    [SENT, [paid(1000)], 1, 'This invoice is already paid.'],
    [SENT, [paid(1000, 'pending')], 1, 'A payment of the full balance is already pending.'],
    [{ ...SENT, status: 'void' }, [], 1, 'This invoice is void. No payment can be recorded on it.'],
    [{ ...SENT, provider_status: 'processing' }, [], 1, PAYMENT_PROCESSING],
    [SENT, [external(1, 1000), refund(1000, 1)], 1, 'This invoice is already paid.'],
    [SENT, [paid(500), refund(500), paid(500)], 500, null],
    [SENT, [paid(500), refund(500), paid(500)], 501, 'The payment can’t exceed the balance due: $5.00.'],
    [SENT, [paid(600), refund(600), paid(400)], 600, null],
    [SENT, [paid(600), refund(600), paid(400)], 601, 'The payment can’t exceed the balance due: $6.00.'],
  ])('rejects with a message', (invoice, all, amount, message) => {
    expect(paymentError(invoice, sumsOf(dated(all), ownPages, invoice), amount)?.message ?? null).toBe(
      message,
    );
  });
});

describe('nextPaymentStatus', () => {
  it.each([
    ['pending', 'completed', 'completed'],
    ['pending', 'failed', 'failed'],
    ['completed', 'pending', 'completed'],
    ['completed', 'failed', 'failed'],
    ['failed', 'completed', 'failed'],
    ['failed', 'pending', 'failed'],
  ])('%s reported as %s is %s', (stored, reported, next) => {
    expect(nextPaymentStatus(stored, reported)).toBe(next);
  });
});

describe("the provider's status of an invoice", () => {
  it.each([
    [null, 'unpaid', true],
    ['unpaid', 'processing', true],
    ['processing', 'unpaid', true],
    ['processing', 'partially_paid', true],
    ['paid', 'unpaid', false],
    ['paid', 'processing', false],
    ['paid', 'partially_refunded', true],
    ['paid', 'refunded', true],
    ['partially_refunded', 'refunded', true],
    ['refunded', 'partially_refunded', false],
    ['cancelled', 'unpaid', false],
    ['failed', 'paid', false],
    ['unpaid', 'unpaid', false],
    ['unpaid', 'UNKNOWN_FUTURE_STATUS', true],
    ['UNKNOWN_FUTURE_STATUS', 'paid', true],
  ])('a change from %s to %s is allowed: %s', (stored, reported, may) => {
    expect(providerStatusFollows(stored, reported)).toBe(may);
  });

  it('is known or unknown', () => {
    expect(['unpaid', 'failed', 'UNKNOWN_FUTURE_STATUS'].map(isKnownProviderStatus)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a refund that the provider reports', () => {
  const own = (id: number, amount: number, extra: object = {}) => ({
    ...refund(amount, 1),
    id,
    provider: null,
    recorded_by: 4,
    ...extra,
  });
  it.each([
    ['is the one that an agent recorded for the same payment and amount', [own(7, 400), own(8, 300)], 300, 8],
    ['is the first of two alike', [own(7, 300), own(8, 300)], 300, 7],
    [
      'is none that the provider has reported before',
      [own(7, 300, { provider: 'square' }), own(8, 300)],
      300,
      8,
    ],
    ['is none of another amount', [own(7, 299)], 300, undefined],
    ['is none of another payment', [own(7, 300, { refund_of: 2 })], 300, undefined],
  ])('%s', (_, all, amount, id) => {
    expect(refundToAdopt({ refund_of: 1, amount, status: 'completed' }, all)?.id).toBe(id);
  });

  it("does not match an agent's refund when it failed", () => {
    expect(refundToAdopt({ refund_of: 1, amount: 300, status: 'failed' }, [own(7, 300)])).toBeUndefined();
  });
});

describe('a provider update', () => {
  it.each([
    [4, 5, true],
    [5, 5, false],
    [6, 5, false],
    [null, 5, false],
    [5, null, false],
  ])('of version %s after one of version %s is older: %s', (reported, stored, isOlder) => {
    expect(isOlderUpdate(reported, stored)).toBe(isOlder);
  });
});

describe('whether only the provider refunds a payment', () => {
  it.each([
    ['what the current provider charged', external(1, 100), { name: 'square', hasOwnPage: false }, true],
    ['what a former provider charged', external(1, 100), { name: 'third', hasOwnPage: false }, false],
    ['what was paid on a page here', external(1, 100), { name: 'square', hasOwnPage: true }, false],
    [
      'what an agent recorded',
      { ...paid(100), provider: null },
      { name: 'square', hasOwnPage: false },
      false,
    ],
    [
      'a refund of its own',
      { ...refund(100, 1), provider: 'square' },
      { name: 'square', hasOwnPage: false },
      false,
    ],
  ])('%s', (_, payment, serving, expected) => {
    expect(isRefundedAtProvider(payment, serving)).toBe(expected);
  });
});
