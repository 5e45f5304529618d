import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DatedMoney, outstandingCents, reopeningTime, statusFromMoney, sumsOf } from './rules.ts';

const ownPages = new Set(['third']);
const TOTAL = 1000;
const STARTED = Date.UTC(2026, 10, 20);
const minute = (n: number) => new Date(STARTED + n * 60_000);
const invoiceOf = (total_changed_at: Date | null) => ({
  status: 'sent',
  total_cents: TOTAL,
  total_changed_at,
  sent_at: minute(0),
});

interface Step {
  kind: string;
  amount: number;
  status: string;
  which: number;
  isReported: boolean;
}

const steps = (maxLength: number) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('payment', 'payment', 'refund', 'reversal'),
      amount: fc.integer({ min: 1, max: 1500 }),
      status: fc.constantFrom('completed', 'completed', 'pending', 'failed'),
      which: fc.nat(5),
      isReported: fc.boolean(),
    }),
    { maxLength },
  );

type Fact = DatedMoney & { id: number };

/** Possible sequences of payments and refunds, one step a minute; a refund never exceeds what is left of its payment. */
function factsOf(all: readonly Step[]): Fact[] {
  const facts: Fact[] = [];
  for (const [id, { kind, amount, status, which, isReported }] of all.entries()) {
    const at = minute(id + 1);
    // What a provider reports reaches the portal at any later time.
    const times = isReported ? { provider_at: at, created_at: minute(1000 - id) } : { created_at: at };
    if (kind === 'payment') facts.push({ id, kind, amount, payment_status: status, ...times });
    else {
      const payments = facts.filter((one) => one.kind === 'payment' && one.payment_status === 'completed');
      const payment = payments[which % Math.max(1, payments.length)];
      const refunds = facts.filter(({ refund_of }) => payment && refund_of === payment.id);
      const left = refunds.reduce((cents, one) => cents - one.amount, payment?.amount ?? 0);
      if (!payment || left === 0) continue;
      const part = { amount: Math.min(left, amount), refund_of: payment.id };
      facts.push({ id, kind, payment_status: 'completed', ...part, ...times });
    }
  }
  return facts;
}

function permutationsOf<One>(all: readonly One[]): One[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, n) =>
    permutationsOf([...all.slice(0, n), ...all.slice(n + 1)]).map((rest) => [one, ...rest]),
  );
}

function outcomeOf(facts: readonly DatedMoney[], changedAt: Date | null = null) {
  const invoice = invoiceOf(changedAt);
  const sums = sumsOf(facts, ownPages, invoice);
  return { status: statusFromMoney(invoice, sums), due: outstandingCents(invoice, sums), sums };
}

/** What a provider reports is recorded when it arrives; what an agent records happens then. */
const arrivedAs = (fact: Fact, position: number): Fact =>
  fact.provider_at ? { ...fact, created_at: minute(2000 + position) } : fact;

const centsOf = (facts: readonly Fact[], kind: string) =>
  facts
    .filter((one) => one.kind === kind && one.payment_status === 'completed')
    .reduce((cents, { amount }) => cents + amount, 0);

describe('the sums of any sequence of payments', () => {
  it('reach the same status and amount due in every order of arrival', () => {
    fc.assert(
      fc.property(steps(5), fc.option(fc.integer({ min: 0, max: 6 })), (all, changed) => {
        const facts = factsOf(all);
        const changedAt = changed === null ? null : minute(changed + 0.5);
        const expected = outcomeOf(facts, changedAt);
        for (const order of permutationsOf(facts)) {
          expect(outcomeOf(order.map(arrivedAs), changedAt)).toEqual(expected);
        }
      }),
    );
  });

  it('leave the total minus what was received and kept due, and nothing once that reached the total', () => {
    fc.assert(
      fc.property(steps(10), fc.option(fc.integer({ min: 0, max: 11 })), (all, changed) => {
        const facts = factsOf(all);
        const { status, due, sums } = outcomeOf(facts, changed === null ? null : minute(changed + 0.5));
        const received = centsOf(facts, 'payment') - centsOf(facts, 'reversal');
        const stored = received - centsOf(facts, 'refund');
        if (stored >= TOTAL) expect(status).toBe('paid');
        if (received < TOTAL) expect(status).not.toBe('paid');
        if (centsOf(facts, 'refund') === 0) expect(status === 'paid').toBe(received >= TOTAL);
        expect(due).toBe(status === 'paid' ? 0 : Math.max(0, TOTAL - stored - sums.pending_cents));
      }),
    );
  });

  it('stay paid through every later refund, and leave due all that a returned payment removed', () => {
    fc.assert(
      fc.property(steps(8), fc.nat(5), fc.integer({ min: 1, max: 1500 }), (all, which, amount) => {
        const facts = factsOf(all);
        const before = outcomeOf(facts);
        const last = { amount, which, status: 'completed', isReported: false };
        const refunded = outcomeOf(factsOf([...all, { ...last, kind: 'refund' }]));
        if (before.status === 'paid') expect(refunded).toMatchObject({ status: 'paid', due: 0 });
        const returned = outcomeOf(factsOf([...all, { ...last, kind: 'reversal' }]));
        if (returned.sums.received_cents < TOTAL) {
          const { kept_cents, pending_cents } = returned.sums;
          expect(returned.due).toBe(Math.max(0, TOTAL - kept_cents - pending_cents));
        }
      }),
    );
  });
});

describe('a refund that is recorded before an earlier final payment', () => {
  const paid = (id: number, amount: number, provider_at: Date, created_at: Date) => ({
    ...{ id, kind: 'payment', payment_status: 'completed', amount, provider: 'square' },
    ...{ provider_at, created_at },
  });
  const refund = { kind: 'refund', payment_status: 'completed', amount: 600, refund_of: 1 };
  const first = paid(1, 600, minute(1), minute(1));

  it('makes nothing due: the payment happened first', () => {
    const facts = [first, { ...refund, created_at: minute(3) }, paid(3, 400, minute(2), minute(4))];
    expect(outcomeOf(facts)).toMatchObject({ status: 'paid', due: 0, sums: { kept_cents: 400 } });
  });

  it('makes a part payment due again when the other payment happened later', () => {
    const facts = [first, { ...refund, created_at: minute(3) }, paid(3, 400, minute(3.5), minute(4))];
    expect(outcomeOf(facts)).toMatchObject({ status: 'partially_paid', due: 600 });
  });
});

describe('a reopened balance', () => {
  const REOPENED = minute(10);
  let id = 0;
  const entry = (kind: string, amount: number, at: number, more: object = {}) => ({
    ...{ id: ++id, kind, payment_status: 'completed', amount, created_at: minute(at) },
    ...more,
  });
  const paid = entry('payment', TOTAL, 1);
  const refund = (amount: number, at: number, more: object = {}) =>
    entry('refund', amount, at, { refund_of: paid.id, ...more });
  const retained600 = [paid, refund(400, 2)];
  /** The portal learns of it a minute after the reopening. */
  const lateBy = (provider_at: number) => ({ provider_at: minute(provider_at), created_at: minute(11) });

  it.each([
    ['is what the refund took', retained600, 'partially_paid', 400],
    ['is the total after a full refund', [paid, refund(TOTAL, 2)], 'sent', TOTAL],
    [
      'grows by an earlier refund that is reported later',
      [...retained600, refund(100, 0, lateBy(3))],
      'partially_paid',
      500,
    ],
    ['grows by a later refund', [...retained600, refund(600, 12)], 'sent', TOTAL],
    [
      'shrinks by an earlier payment that is reported later',
      [...retained600, entry('payment', 300, 0, lateBy(1.5))],
      'partially_paid',
      100,
    ],
    [
      'is settled by an earlier payment that is reported later and makes the total complete',
      [...retained600, entry('payment', 400, 0, lateBy(1.5))],
      'paid',
      0,
    ],
    [
      'is not settled by an earlier payment that was refunded before as well',
      [...retained600, entry('payment', 400, 0, lateBy(1.5)), refund(400, 0, lateBy(3))],
      'partially_paid',
      400,
    ],
    ['stays due one cent below the total', [...retained600, entry('payment', 399, 12)], 'partially_paid', 1],
    ['is settled by its payment', [...retained600, entry('payment', 400, 12)], 'paid', 0],
    [
      'is not due again after another refund',
      [...retained600, entry('payment', 400, 12), refund(400, 13)],
      'paid',
      0,
    ],
    ['counts a payment of the same instant', [...retained600, entry('payment', 400, 10)], 'paid', 0],
    [
      'grows by a returned payment',
      [...retained600, entry('reversal', 600, 12, { refund_of: paid.id })],
      'sent',
      TOTAL,
    ],
    [
      'ends when the refund fails afterwards',
      [paid, { ...refund(400, 2), payment_status: 'failed' }],
      'paid',
      0,
    ],
  ])('%s', (_, facts, status, due) => {
    expect(outcomeOf(facts, REOPENED)).toMatchObject({ status, due });
  });

  it('is due although the provider dates the refund after the reopening', () => {
    const ahead = [paid, refund(400, 2, { provider_at: minute(10.1) })];
    expect(outcomeOf(ahead, minute(10))).toMatchObject({ status: 'paid', due: 0 });
    const at = reopeningTime(ahead, minute(10));
    expect(at).toEqual(minute(10.1));
    expect(outcomeOf(ahead, at)).toMatchObject({ status: 'partially_paid', due: 400 });
    expect(reopeningTime(retained600, minute(10))).toEqual(minute(10));
    expect(reopeningTime([], minute(10))).toEqual(minute(10));
  });

  it('is the total minus what is kept, after any sequence of payments', () => {
    fc.assert(
      fc.property(steps(10), (all) => {
        const facts = factsOf(all);
        const { status, due, sums } = outcomeOf(facts, reopeningTime(facts, minute(20)));
        expect(status === 'paid').toBe(sums.kept_cents >= TOTAL);
        if (status !== 'paid') expect(due).toBe(Math.max(0, TOTAL - sums.kept_cents - sums.pending_cents));
      }),
    );
  });
});
