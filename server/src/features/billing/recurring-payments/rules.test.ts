import { RECURRING_FREQUENCIES } from '@ledgerline/contract/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterPayment,
  contentOf,
  isNewestDue,
  nextInvoiceContent,
  type RecurringInvoice,
  recurrenceOf,
  renewedState,
  stateToday,
} from '#features/billing/recurring-payments/rules.ts';

const invoice: RecurringInvoice = {
  id: 1,
  title: 'Advice',
  description: '',
  customer_id: 7,
  total_cents: 1000,
  square_account: 'BFS',
  tax_rate: 0.07,
  is_tax_enabled: false,
  session_id: null,
  full_name: 'Casey Client',
  email: 'casey@example.test',
  phone: null,
  due_date: null,
  is_recurring: true,
  recurring_frequency: 'MONTHLY',
  recurring_frequency_interval: 2,
  recurring_end_date: null,
  recurring_total_payments: null,
  created_by: null,
  created_at: new Date('2026-01-31T12:00:00Z'),
};
const open = { invoices_made: 1, total_payments: null, end_date: null };
const monthly = { frequency: 'MONTHLY', frequency_interval: 1, anchor_date: '2026-01-31' };

describe('the frequency of an invoice', () => {
  it('is counted from its due date, or from its creation date; yearly by default', () => {
    expect(recurrenceOf(invoice, '2026-01-31')).toEqual({ ...monthly, frequency_interval: 2 });
    expect(recurrenceOf({ ...invoice, due_date: '2026-02-10' }, '2026-01-31').anchor_date).toBe('2026-02-10');
    const plain = { ...invoice, recurring_frequency: null, recurring_frequency_interval: null };
    expect(recurrenceOf(plain, '2026-01-31')).toMatchObject({ frequency: 'YEARLY', frequency_interval: 1 });
  });
});

describe('the state of a schedule', () => {
  it.each([
    [{}, '2026-01-31', 'ACTIVE', '2026-02-28'],
    [{}, '2026-04-15', 'ACTIVE', '2026-04-30'],
    [{ total_payments: 1 }, '2026-01-31', 'COMPLETED', null],
    [{ total_payments: 2 }, '2026-01-31', 'ACTIVE', '2026-02-28'],
    [{ end_date: '2026-02-27' }, '2026-01-31', 'COMPLETED', null],
    [{ end_date: '2026-02-28' }, '2026-01-31', 'ACTIVE', '2026-02-28'],
    [{ anchor_date: '9999-12-31' }, '2026-01-31', 'COMPLETED', null],
  ])('with next date %j on %s is %s with next date %s', (change, today, status, next_payment_date) => {
    expect(stateToday({ ...open, ...monthly, ...change }, today)).toEqual({ status, next_payment_date });
  });

  it('counts a payment, moves to the next date and is completed by the last one', () => {
    const terms = { ...monthly, ...open, total_payments: 3 };
    const second = afterPayment(terms, '2026-02-28');
    expect(second).toEqual({ status: 'ACTIVE', invoices_made: 2, next_payment_date: '2026-03-31' });
    const third = afterPayment({ ...terms, ...second }, '2026-03-31');
    expect(third).toEqual({ status: 'COMPLETED', invoices_made: 3, next_payment_date: null });
  });

  it('sends only its newest missed period automatically', () => {
    const next = (next_payment_date: string | null) => ({ status: 'ACTIVE' as const, next_payment_date });
    expect(isNewestDue(next('2026-03-31'), '2026-03-31')).toBe(false);
    expect(isNewestDue(next('2026-04-01'), '2026-03-31')).toBe(true);
    expect(isNewestDue(next(null), '2026-03-31')).toBe(true);
  });

  it('restarts with other terms until a further invoice was created, and keeps its dates afterwards', () => {
    const terms = { ...monthly, frequency: 'WEEKLY', total_payments: null, end_date: null };
    const row = { ...monthly, status: 'PAUSED', invoices_made: 1, next_payment_date: '2026-02-28' };
    expect(renewedState(row, terms, '2026-02-01')).toEqual({
      status: 'PAUSED',
      next_payment_date: '2026-02-07',
      anchor_date: '2026-01-31',
    });
    const running = { ...row, status: 'ACTIVE', invoices_made: 2 };
    const moved = { ...terms, ...monthly, anchor_date: '2026-02-03' };
    expect(renewedState(running, moved, '2026-02-01')).toEqual({
      status: 'ACTIVE',
      next_payment_date: '2026-02-28',
      anchor_date: '2026-01-31',
    });
    expect(renewedState(running, { ...moved, end_date: '2026-02-27' }, '2026-02-01').status).toBe(
      'COMPLETED',
    );
  });

  it('runs 50 years without drift, with every frequency and interval', () => {
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...RECURRING_FREQUENCIES),
        fc.integer({ min: 1, max: 24 }),
        (day, frequency, frequency_interval) => {
          const anchor_date = day.toISOString().slice(0, 10);
          const end_date = `${Number(anchor_date.slice(0, 4)) + 50}-12-31`;
          const schedule = { frequency, frequency_interval, anchor_date, total_payments: null, end_date };
          let state = {
            invoices_made: 1,
            ...stateToday({ ...schedule, invoices_made: 1 }, anchor_date),
          };
          for (let period = anchor_date; state.next_payment_date !== null; ) {
            const next: string = state.next_payment_date;
            if (next <= period || !isNthDate(schedule, state.invoices_made, next))
              expect.fail(`${frequency} ${frequency_interval} from ${anchor_date}: ${period}, then ${next}`);
            period = next;
            state = afterPayment({ ...schedule, ...state }, period);
          }
          expect(state.status).toBe('COMPLETED');
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Computes the nth date in another way: with the UTC calendar, clamped at month ends. */
function isNthDate(
  recurrence: { frequency: string; frequency_interval: number; anchor_date: string },
  steps: number,
  date: string,
): boolean {
  const [year = 0, month = 0, day = 0] = recurrence.anchor_date.split('-').map(Number);
  const months = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 }[recurrence.frequency];
  const count = steps * recurrence.frequency_interval;
  if (months === undefined) {
    const size = recurrence.frequency === 'WEEKLY' ? 7 : 1;
    return new Date(Date.UTC(year, month - 1, day + count * size)).toISOString().slice(0, 10) === date;
  }
  const lastOfMonth = new Date(Date.UTC(year, month + count * months, 0));
  lastOfMonth.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10) === date;
}

describe('the content of a schedule', () => {
  const client = { full_name: 'Casey Client', email: 'casey@example.test', phone: '555' };
  const lines = [{ description: 'Advice', quantity: 1.5, unit_price_cents: 100, line_total_cents: 150 }];

  it("stores contact details that differ from the client's, and reads the rest from the client on the due date", () => {
    const content = contentOf({ ...invoice, email: 'office@example.test' }, lines, client);
    expect(content.contact).toEqual({ email: 'office@example.test', phone: null });
    expect(content.line_items).toEqual([{ description: 'Advice', quantity: 1.5, unit_price_cents: 100 }]);
    const nextContent = nextInvoiceContent({
      content,
      client: { full_name: 'Casey Married', email: 'new@example.test', phone: '777' },
      client_id: 7,
      next_payment_date: '2026-03-31',
    });
    expect(nextContent).toMatchObject({
      contact: { full_name: 'Casey Married', email: 'office@example.test', phone: null },
      due_date: '2026-03-31',
      customer_id: 7,
    });
  });
});
