import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, dayNumber, dayOfNumber, isoText, requireIsoDay } from './calendar.ts';
import { isTaskOverdue, nextTaskDay, TASK_REPEATS, type TaskRepeat, taskDueText } from './tasks.ts';

const START = dayNumber(requireIsoDay('2026-11-01'));
const TWO_YEARS = 731;
const dayAt = (number: number) => isoText(dayOfNumber(START + number));
const someDay = fc.integer({ min: 0, max: TWO_YEARS }).map(dayAt);

/** Every task of a series over two years, each done on its day. */
function seriesOf(repeat: TaskRepeat, anchor_day: string): string[] {
  const days = [anchor_day];
  for (let due_day = anchor_day; due_day <= dayAt(TWO_YEARS); ) {
    due_day = nextTaskDay({ repeat, anchor_day, due_day, today: due_day });
    days.push(due_day);
  }
  return days;
}

describe('the next task of a series', () => {
  it.each([
    ['daily', '2026-11-23', '2026-11-23', '2026-11-24'],
    ['weekly', '2026-11-23', '2026-11-23', '2026-11-30'],
    ['monthly', '2027-01-31', '2027-01-31', '2027-02-28'],
    ['monthly', '2027-01-31', '2027-02-28', '2027-03-31'],
    ['yearly', '2028-02-29', '2028-02-29', '2029-02-28'],
    ['yearly', '2024-02-29', '2027-02-28', '2028-02-29'],
  ] as const)('%s from %s: after %s comes %s', (repeat, anchor_day, due_day, next) => {
    expect(nextTaskDay({ repeat, anchor_day, due_day, today: due_day })).toBe(next);
  });

  it('skips missed dates, and uses today if today is one', () => {
    const weekly = { repeat: 'weekly', anchor_day: '2026-11-02', due_day: '2026-11-02' } as const;
    expect(nextTaskDay({ ...weekly, today: '2026-11-23' })).toBe('2026-11-23');
    expect(nextTaskDay({ ...weekly, today: '2026-11-24' })).toBe('2026-11-30');
  });

  it('follows a task that is done before its due date', () => {
    const monthly = { repeat: 'monthly', anchor_day: '2026-12-15', due_day: '2026-12-15' } as const;
    expect(nextTaskDay({ ...monthly, today: '2026-11-23' })).toBe('2027-01-15');
  });

  it('is later than the previous one and not in the past, whenever that was done', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TASK_REPEATS), someDay, someDay, (repeat, due_day, today) => {
        const next = nextTaskDay({ repeat, anchor_day: due_day, due_day, today });
        expect(next > due_day && next >= today).toBe(true);
      }),
    );
  });

  it('skips and repeats no day over two years, also across daylight saving changes', () => {
    const daily = seriesOf('daily', dayAt(0));
    expect(daily).toEqual(Array.from({ length: daily.length }, (_, n) => dayAt(n)));
    for (const changed of ['2027-03-14', '2027-11-07', '2028-03-12']) expect(daily).toContain(changed);
  });

  it('preserves the weekday, and the day of the month if the month has it', () => {
    fc.assert(
      fc.property(someDay, (anchor) => {
        const first = requireIsoDay(anchor);
        for (const [n, day] of seriesOf('weekly', anchor).entries())
          expect(dayNumber(requireIsoDay(day))).toBe(dayNumber(first) + 7 * n);
        for (const [n, day] of seriesOf('monthly', anchor).entries())
          expect(day).toBe(isoText(addMonths(first, n)));
        for (const [n, day] of seriesOf('yearly', anchor).entries())
          expect(day).toBe(isoText(addMonths(first, 12 * n)));
      }),
      { numRuns: 30 },
    );
  });
});

describe('when a task is due', () => {
  const today = '2026-11-23';
  it.each([
    ['2026-11-23', null, 'today'],
    ['2026-11-24', '15:00', 'tomorrow, 3:00 PM'],
    ['2026-11-22', '00:05', 'yesterday, 12:05 AM'],
    ['2026-11-25', '12:00', 'Wed Nov 25, 12:00 PM'],
    ['2027-01-05', null, 'Tue Jan 5, 2027'],
  ])('%s %s is %s', (due_day, due_time, text) => {
    expect(taskDueText({ due_day, due_time, today })).toBe(text);
  });

  it.each([
    ['2026-11-22', null, true],
    ['2026-11-23', null, false],
    ['2026-11-23', '14:59', true],
    ['2026-11-23', '15:00', false],
    ['2026-11-24', '09:00', false],
  ])('%s %s is overdue at three: %s', (due_day, due_time, isOverdue) => {
    expect(isTaskOverdue({ due_day, due_time }, { today, now: '15:00' })).toBe(isOverdue);
  });
});
