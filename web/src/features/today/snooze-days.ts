import { todayHorizon } from '@ledgerline/contract/rules';

const DAY_MS = 86_400_000;
const NAMED = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** 'Mon, Nov 30' */
export const namedDay = (day: string): string => NAMED.format(new Date(`${day}T00:00:00Z`));

/** Common snooze dates, 'YYYY-MM-DD'. */
export function snoozeDays(today: string): { label: string; day: string }[] {
  const weekday = (Date.parse(`${today}T00:00:00Z`) / DAY_MS + 4) % 7;
  return [
    { label: 'Tomorrow', day: todayHorizon(today, 1) },
    { label: 'In 3 days', day: todayHorizon(today, 3) },
    { label: 'Next week', day: todayHorizon(today, 7 - ((weekday + 6) % 7)) },
  ];
}
