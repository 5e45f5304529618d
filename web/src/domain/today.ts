export { localDay } from '../lib/local-day.ts';

/** The day that an instant is at the brokerage, where schedules are counted; today without one. */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}

/** The time of day that it is at the brokerage, `15:00`; now without an instant. */
export function timeIn(timeZone: string, at: Date = new Date()): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return time.format(at);
}
