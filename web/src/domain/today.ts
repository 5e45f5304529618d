export { localDay } from '../lib/local-day.ts';

/** The day of an instant at the brokerage, where schedules are counted; today by default. */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}

/** The time of an instant at the brokerage, `15:00`; now by default. */
export function timeIn(timeZone: string, at: Date = new Date()): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return time.format(at);
}
