import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, dayNumber, dayOfNumber, isoText, requireIsoDay } from './calendar.ts';
import { RECURRING_FREQUENCIES } from './constants.ts';
import {
  monthlyValueCents,
  recurringActionAllowed,
  recurringCompleted,
  recurringFrequencyOf,
  recurringFrequencyText,
  recurringPaymentCountText,
} from './recurring.ts';
import { comingRecurringDate, nextRecurringDate } from './recurring-dates.ts';

describe('recurring schedules', () => {
  it.each([
    [[{ status: 'ACTIVE', amount_cents: 1200, frequency: 'YEARLY' }], 100],
    [[{ status: 'active', amount_cents: 300, frequency: 'Quarterly' }], 100],
    [[{ status: 'ACTIVE', amount_cents: 100, frequency: 'MONTHLY', frequency_interval: 2 }], 100],
    [[{ status: 'ACTIVE', amount_cents: 100, frequency: 'WEEKLY' }], 400],
    [[{ status: 'ACTIVE', amount_cents: 100, frequency: 'DAILY' }], 3000],
    [[{ status: 'PAUSED', amount_cents: 100, frequency: 'MONTHLY' }], 0],
    [[1, 2, 3].map(() => ({ status: 'ACTIVE', amount_cents: 100, frequency: 'QUARTERLY' })), 100],
    [[{ status: 'ACTIVE', amount_cents: 6, frequency: 'YEARLY' }], 1],
    [[{ status: 'ACTIVE', amount_cents: 5, frequency: 'YEARLY' }], 0],
    [[], 0],
  ])('Monthly Value of %j is %i', (schedules, cents) => {
    expect(monthlyValueCents({ schedules })).toBe(cents);
  });

  it.each([
    ['MONTHLY', 1, 'monthly'],
    ['YEARLY', null, 'yearly'],
    ['DAILY', 2, 'every 2 days'],
    ['WEEKLY', 3, 'every 3 weeks'],
    ['MONTHLY', 2, 'every 2 months'],
    ['QUARTERLY', 2, 'every 2 quarters'],
    ['yearly', 5, 'every 5 years'],
  ])('%s with interval %s reads %s', (frequency, frequency_interval, text) => {
    expect(recurringFrequencyText({ frequency, frequency_interval })).toBe(text);
  });

  it('pauses active, resumes paused and cancels all', () => {
    const statuses = ['ACTIVE', 'PAUSED', 'CANCELLED', 'COMPLETED'];
    const allowed = (action: 'pause' | 'resume' | 'cancel') =>
      statuses.map((status) => recurringActionAllowed({ status, action }));
    expect(allowed('pause')).toEqual([true, false, false, false]);
    expect(allowed('resume')).toEqual([false, true, false, false]);
    expect(allowed('cancel')).toEqual([true, true, true, true]);
  });

  it('shows the payments made only above zero', () => {
    expect([0, null, 3].map((payments_made) => recurringPaymentCountText({ payments_made }))).toEqual([
      null,
      null,
      '3 payments made',
    ]);
  });

  it('is completed after its last payment or past its end date', () => {
    const next = { payments_made: 2, next_payment_date: '2026-04-01' };
    expect(recurringCompleted({ ...next, recurring_total_payments: 2 })).toBe(true);
    expect(recurringCompleted({ ...next, recurring_total_payments: 3 })).toBe(false);
    expect(recurringCompleted({ ...next, recurring_end_date: '2026-03-31' })).toBe(true);
    expect(recurringCompleted({ ...next, recurring_end_date: '2026-04-01' })).toBe(false);
    expect(recurringCompleted(next)).toBe(false);
  });

  it('reads the payment frequency of a template', () => {
    expect(['', null, 'monthly', 'Annually', 'foo'].map(recurringFrequencyOf)).toEqual([
      null,
      null,
      'MONTHLY',
      'YEARLY',
      null,
    ]);
  });
});

describe('nextRecurringDate', () => {
  it.each([
    ['MONTHLY', 1, '2026-01-31', '2026-01-31', '2026-02-28'],
    ['MONTHLY', 1, '2026-01-31', '2026-02-28', '2026-03-31'],
    ['MONTHLY', 1, '2024-01-31', '2024-01-31', '2024-02-29'],
    ['MONTHLY', 1, '2026-01-31', '2026-03-30', '2026-03-31'],
    ['MONTHLY', 2, '2026-01-15', '2026-01-15', '2026-03-15'],
    ['QUARTERLY', 1, '2025-11-30', '2025-12-01', '2026-02-28'],
    ['YEARLY', 1, '2024-02-29', '2024-02-29', '2025-02-28'],
    ['YEARLY', 1, '2024-02-29', '2027-06-01', '2028-02-29'],
    ['WEEKLY', 2, '2026-01-01', '2026-01-14', '2026-01-15'],
    ['DAILY', 1, '2026-02-28', '2026-02-28', '2026-03-01'],
    ['MONTHLY', 1, '2026-05-10', '2026-01-01', '2026-05-10'],
    ['WEEKLY', 1, '2026-05-10', '2026-05-09', '2026-05-10'],
    [null, null, '2026-05-10', '2026-05-10', '2027-05-10'],
  ])('%s every %s from %s after %s is %s', (frequency, frequency_interval, anchor_date, after, next) => {
    expect(nextRecurringDate({ frequency, frequency_interval, anchor_date, after })).toBe(next);
  });

  it.each([
    ['2026-05-31', '2026-05-31', '2026-06-30'],
    ['2026-05-31', '2026-01-01', '2026-06-30'],
    ['2026-01-31', '2026-05-31', '2026-05-31'],
    ['2026-01-31', '2026-06-01', '2026-06-30'],
    ['2026-05-30', '2026-05-31', '2026-06-30'],
  ])('after a first invoice of %s, seen on %s, the next is %s', (anchor_date, today, next) => {
    expect(comingRecurringDate({ frequency: 'MONTHLY', anchor_date, today })).toBe(next);
  });

  it('rejects what it cannot parse', () => {
    const valid = { frequency: 'MONTHLY', anchor_date: '2026-01-01', after: '2026-01-01' };
    expect(() => nextRecurringDate({ ...valid, frequency: 'fortnightly' })).toThrow(RangeError);
    expect(() => nextRecurringDate({ ...valid, anchor_date: '2026-02-30' })).toThrow(RangeError);
    expect(() => nextRecurringDate({ ...valid, frequency_interval: Number.NaN })).toThrow(RangeError);
  });

  const anchors = fc.integer({
    min: dayNumber(requireIsoDay('1999-01-01')),
    max: dayNumber(requireIsoDay('2030-12-31')),
  });
  const monthsOf: Record<string, number> = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 };

  function expectedDate(anchor: number, frequency: string, steps: number): string {
    const months = monthsOf[frequency];
    if (months !== undefined) return isoText(addMonths(dayOfNumber(anchor), months * steps));
    return isoText(dayOfNumber(anchor + steps * (frequency === 'WEEKLY' ? 7 : 1)));
  }

  it.each(RECURRING_FREQUENCIES)('%s never skips or repeats a date in 50 years', (frequency) => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: 1, max: 13 }), (anchor, frequency_interval) => {
        const anchor_date = isoText(dayOfNumber(anchor));
        const end = isoText(dayOfNumber(anchor + 50 * 365));
        let after = anchor_date;
        for (let step = 1; after < end; step += 1) {
          const next = nextRecurringDate({ frequency, frequency_interval, anchor_date, after });
          // Plain comparison: an assertion object per day of 50 years would take seconds.
          if (next <= after || next !== expectedDate(anchor, frequency, step * frequency_interval)) {
            expect.fail(`${frequency} ${frequency_interval} from ${anchor_date}: ${after} leads to ${next}`);
          }
          after = next;
        }
      }),
      { numRuns: frequency === 'DAILY' ? 5 : 30 },
    );
  });

  it('returns the same date from any day since the last one', () => {
    fc.assert(
      fc.property(
        anchors,
        fc.constantFrom(...RECURRING_FREQUENCIES),
        fc.nat(9000),
        (anchor, frequency, later) => {
          const anchor_date = isoText(dayOfNumber(anchor));
          const rule = { frequency, frequency_interval: 2, anchor_date };
          const next = nextRecurringDate({ ...rule, after: isoText(dayOfNumber(anchor + later)) });
          const dayBefore = isoText(dayOfNumber(dayNumber(requireIsoDay(next)) - 1));
          expect(nextRecurringDate({ ...rule, after: dayBefore })).toBe(next);
        },
      ),
    );
  });
});
