import { expect, it } from 'vitest';
import { isSafePage, mergeBooks, payState } from './rules.ts';

const CHANGED_AT = Date.UTC(2026, 10, 20);

it.each([
  ['https://squareup.com/pay-invoice/inv:0-1', true],
  ['http://localhost:4102/pay/inv:0-1', true],
  ['http://127.0.0.1:4102/pay/inv:0-1', true],
  ['http://squareup.com/pay-invoice/inv:0-1', false],
  ['http://localhost.evil.example/pay', false],
  ['https:squareup', true],
  ['//evil.example/pay', false],
  ['javascript:alert(1)//https://squareup.com', false],
  ['/pay/x', false],
  ['', false],
])('%s as a page to redirect visitors to: %s', (address, isSafe) => {
  expect(isSafePage(address)).toBe(isSafe);
});

it.each([
  ['a refunded part payment is due again', [500, -500, 500], 'open', 500],
  ['and also beside another part payment', [600, -600, 400], 'open', 600],
  ['nothing is due once it was paid in full and refunded', [1000, -1000], 'refunded', 0],
  ['an invoice paid in full after a refunded part payment is paid', [500, -500, 1000], 'paid', 0],
])('%s', (_, money, state, due_cents) => {
  const all = money.map((cents, minute) => ({
    created_at: new Date(CHANGED_AT + minute * 60_000),
    kind: cents > 0 ? 'payment' : 'refund',
    payment_status: 'completed',
    amount: Math.abs(cents),
  }));
  const invoice = { is_cancelled: false, total_cents: 1000, total_changed_at: null };
  expect(payState(invoice, all)).toMatchObject({ state, due_cents });
});

it('counts each payment once, in its current state at the provider', () => {
  const created_at = new Date(CHANGED_AT);
  const payment = { kind: 'payment', created_at };
  const recorded = { ...payment, amount: 400, payment_status: 'pending', provider_payment_id: 'one' };
  const ofAgent = { ...payment, amount: 100, payment_status: 'completed', provider_payment_id: null };
  const inBooks = (providerPaymentId: string, status: 'completed') => ({
    providerPaymentId,
    status,
    kind: 'payment' as const,
    method: 'ach' as const,
    card_brand: null,
    card_last4: null,
    amount_cents: 400,
    at: new Date(),
    refundOf: null,
  });
  const money = mergeBooks([recorded, ofAgent], [inBooks('one', 'completed'), inBooks('two', 'completed')]);
  expect(money.map(({ amount, payment_status }) => [amount, payment_status])).toEqual([
    [400, 'completed'],
    [100, 'completed'],
    [400, 'completed'],
  ]);
});
