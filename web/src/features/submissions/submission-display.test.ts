import { describe, expect, it } from 'vitest';
import { activityText, lastActivity } from './submission-display.ts';

describe('the last activity of a submission', () => {
  it('is the newest of its timestamps', () => {
    const row = { created_at: '2026-11-01T10:00:00Z', last_saved: null, signed_at: null, voided_at: null };
    expect(lastActivity(row)).toBe(row.created_at);
    expect(lastActivity({ ...row, last_saved: '2026-11-03T10:00:00Z' })).toBe('2026-11-03T10:00:00Z');
    expect(
      lastActivity({ ...row, last_saved: '2026-11-03T10:00:00Z', voided_at: '2026-11-04T10:00:00Z' }),
    ).toBe('2026-11-04T10:00:00Z');
  });

  it('shows days within a month and a date before that', () => {
    const now = new Date(2026, 10, 20, 12);
    expect(activityText(new Date(2026, 10, 20, 8).toISOString(), now)).toBe('today');
    expect(activityText(new Date(2026, 10, 19, 23).toISOString(), now)).toBe('1 day ago');
    expect(activityText(new Date(2026, 0, 5, 8).toISOString(), now)).toBe('Jan 5, 2026');
  });
});
