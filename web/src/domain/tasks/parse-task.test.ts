import { describe, expect, it } from 'vitest';
import { parseTask } from './parse-task.ts';

/** A Monday afternoon. */
const HERE = { today: '2026-11-23', now: '13:27' };

describe('one line of text as a task', () => {
  it.each([
    ['Call Ana tomorrow 3pm', 'Call Ana', '2026-11-24', '15:00'],
    ['tomorrow at 9:30 call Ana', 'call Ana', '2026-11-24', '09:30'],
    ['Call Ana on Friday', 'Call Ana', '2026-11-27', null],
    ['Send the form by Dec 1', 'Send the form', '2026-12-01', null],
    ['Renew policy 1/5/2027 at noon', 'Renew policy', '2027-01-05', '12:00'],
    ['Check in in 2 weeks', 'Check in', '2026-12-07', null],
    ['Call at 9', 'Call', '2026-11-24', '09:00'],
    ['Call at 4pm', 'Call', '2026-11-23', '16:00'],
    ['Review plan, next month', 'Review plan', '2026-12-23', null],
    ['Sun Life: ask for quote tomorrow', 'Sun Life: ask for quote', '2026-11-24', null],
    ['Ask about letter of Jan 5, 2026 on Friday', 'Ask about letter of Jan 5, 2026', '2026-11-27', null],
    ['Call 305-555-0100 tomorrow', 'Call 305-555-0100', '2026-11-24', null],
  ])('%s', (line, title, due_day, due_time) => {
    expect(parseTask(line, HERE)).toEqual({ title, due_day, due_time, repeat: null });
  });

  it.each([
    ['Call Ana every Friday', 'Call Ana', '2026-11-27', 'weekly'],
    ['Read the mail every day', 'Read the mail', '2026-11-23', 'daily'],
    ['Check payments monthly', 'Check payments', '2026-11-23', 'monthly'],
  ])('%s repeats', (line, title, due_day, repeat) => {
    expect(parseTask(line, HERE)).toEqual({ title, due_day, due_time: null, repeat });
  });

  it.each([
    'Call Ana',
    'Ask about the May plan',
    'Order 5 folders',
    'Answer yesterday’s mail',
    'Part D 2026',
    '',
  ])('“%s” names no day', (line) => {
    expect(parseTask(line, HERE)).toBeNull();
  });

  it('reads days and times in the brokerage’s time zone, also in the night of a clock change', () => {
    expect(parseTask('Call at 2:30am', { today: '2027-03-14', now: '01:00' })).toMatchObject({
      due_day: '2027-03-14',
      due_time: '02:30',
    });
    expect(parseTask('Call tomorrow', { today: '2027-11-06', now: '23:59' })?.due_day).toBe('2027-11-07');
  });
});
