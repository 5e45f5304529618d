import { ALERT_RULE_NAMES, DEFAULT_ALERT_SETTINGS } from '@ledgerline/contract/audit/alerts';
import { describe, expect, it } from 'vitest';
import { alertPath, alertsOf, alertText, hoursOfNight, isNight, isNotified, limitsFor } from './rules.ts';

const { limits } = DEFAULT_ALERT_SETTINGS;

describe('detecting unusual activity', () => {
  it.each([
    [{}, []],
    [{ reveals: 19 }, []],
    [{ reveals: 20 }, ['reveals']],
    [{ exports: 1, clients_hour: 149 }, ['exports']],
    [
      { clients_hour: 150, clients_day: 600, night_reads: 10 },
      ['clients_hour', 'clients_day', 'night_reads'],
    ],
    [{ failed_sign_ins: 30, refusals: 20, rows_hour: 10_000 }, ['rows_hour', 'failed_sign_ins', 'refusals']],
  ])('%j', (counts, rules) => {
    expect(alertsOf(counts, limits).map(({ rule }) => rule)).toEqual(rules);
  });

  it('ignores a rule that owners switched off', () => {
    expect(
      alertsOf({ reveals: 1000, exports: 1 }, { ...limits, reveals: null }).map(({ rule }) => rule),
    ).toEqual(['exports']);
  });

  it('writes a sentence that links to the filtered audit log', () => {
    expect(alertText({ rule: 'reveals', count: 24, most: 20 }, 'Blake Rivers')).toBe(
      'Blake Rivers: 24 secrets revealed within an hour (limit 20)',
    );
    expect(alertText({ rule: 'exports', count: 1, most: 1 }, 'Blake Rivers')).toBe('Blake Rivers: An export');
    expect(alertText({ rule: 'failed_sign_ins', count: 1200, most: 30 }, null)).toBe(
      '1,200 failed sign-ins within an hour (limit 30)',
    );
    expect(alertPath('reveals', 7, '2026-11-24')).toBe(
      '/crm/audit?agent=7&act=revealed&from=2026-11-24&to=2026-11-24',
    );
    expect(alertPath('failed_sign_ins', null, '2026-11-24')).toBe(
      '/crm/audit?act=signed_in&from=2026-11-24&to=2026-11-24',
    );
    for (const rule of ALERT_RULE_NAMES)
      expect(alertText({ rule, count: 2, most: 1 }, 'A')).toMatch(/^A: 2 /);
  });
});

describe('the night', () => {
  const over = { night_from: 22, night_to: 6 };
  const within = { night_from: 1, night_to: 5 };
  it.each([
    [21, over, false],
    [22, over, true],
    [0, over, true],
    [5, over, true],
    [6, over, false],
    [0, within, false],
    [1, within, true],
    [5, within, false],
    [3, { night_from: 3, night_to: 3 }, false],
  ])('at %i of %j is %s', (hour, night, is) => {
    expect(isNight(hour, night)).toBe(is);
  });

  it('has its start counted in full hours', () => {
    expect([22, 23, 0, 5].map((hour) => hoursOfNight(hour, over))).toEqual([0, 1, 2, 7]);
  });
});

describe('repeated alerts', () => {
  const at = (text: string) => new Date(`2026-11-24T${text}:00Z`);
  const windows = { hour: at('09:00'), day: at('05:00'), night: null };
  it.each([
    ['reveals', null, false],
    ['reveals', at('08:59'), false],
    ['reveals', at('09:00'), true],
    ['clients_day', at('06:00'), true],
    ['clients_day', at('04:00'), false],
    ['night_reads', at('04:00'), false],
  ] as const)('%s at %s sends an alert: %s', (rule, notifiedAt, is) => {
    expect(isNotified(rule, notifiedAt, windows)).toBe(is);
  });
});

describe('limitsFor', () => {
  it.each([
    [0, 150, 600, 10_000],
    [1500, 150, 600, 10_500],
    [20_000, 2000, 8000, 140_000],
  ])(
    'for a brokerage with %i clients are %i clients an hour, %i a day, and %i rows',
    (clients, clients_hour, clients_day, rows_hour) => {
      expect(limitsFor(DEFAULT_ALERT_SETTINGS.limits, clients)).toEqual({
        ...DEFAULT_ALERT_SETTINGS.limits,
        clients_hour,
        clients_day,
        rows_hour,
      });
    },
  );

  it('keep limits that owners chose, including none', () => {
    const chosen = { ...DEFAULT_ALERT_SETTINGS.limits, clients_hour: 151, clients_day: null, rows_hour: 5 };
    expect(limitsFor(chosen, 20_000)).toEqual(chosen);
  });
});
