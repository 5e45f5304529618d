import { describe, expect, it } from 'vitest';
import { monthsFrom, monthsOf, type ReportPeriod, reportDays } from './report-periods.ts';

describe('the days of a report', () => {
  it.each<[ReportPeriod, string, string, string]>([
    ['last_12_months', '2026-11-27', '2025-12-01', '2026-11-30'],
    ['last_12_months', '2028-02-29', '2027-03-01', '2028-02-29'],
    ['this_month', '2026-02-28', '2026-02-01', '2026-02-28'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last_month', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['this_year', '2026-01-31', '2026-01-01', '2026-01-31'],
    ['this_year', '2026-12-31', '2026-01-01', '2026-12-31'],
    ['last_year', '2026-11-27', '2025-01-01', '2025-12-31'],
  ])('%s on %s', (period, today, from, to) => {
    expect(reportDays(period, today)).toEqual({ from, to });
  });

  it('are divided into months', () => {
    const labels = monthsOf({ from: '2025-11-01', to: '2026-02-28' }).map(({ label }) => label);
    expect(labels).toEqual(['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026']);
    expect(monthsFrom('2024-01-31', 2)).toEqual([
      { label: 'Jan 2024', from: '2024-01-01', to: '2024-01-31' },
      { label: 'Feb 2024', from: '2024-02-01', to: '2024-02-29' },
    ]);
  });
});
