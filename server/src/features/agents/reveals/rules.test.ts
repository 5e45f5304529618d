import { describe, expect, it } from 'vitest';
import { calendarDay } from '#platform/clock.ts';
import { limitMail, secondsLeft } from './rules.ts';

const dayAt = (instant: Date) => calendarDay(instant, 'America/New_York');

describe('the seconds that a day of the brokerage has left', () => {
  it.each([
    ['2026-11-20T15:00:00Z', 14 * 3600],
    ['2026-11-21T04:59:59Z', 1],
    ['2026-11-21T05:00:00Z', 86_400],
    // 25 hours, and 23.
    ['2026-11-01T04:00:00Z', 90_000],
    ['2026-03-08T05:00:00Z', 82_800],
  ])('at %s are %i', (now, seconds) => {
    expect(secondsLeft(new Date(now), dayAt)).toBe(seconds);
  });
});

it('the mail to the owners names the agent, without markup of his', () => {
  const told = { brokerage: 'Palm', name: '<b>Eve</b>', username: 'eve', max: 200, day: '2026-11-20' };
  const { subject, text, html } = limitMail(told);
  expect(subject).toBe('Palm: <b>Eve</b> reached the daily limit of reveals');
  expect(text).toContain('revealed 200 secret values on 2026-11-20');
  expect(html).not.toContain('<b>');
});
