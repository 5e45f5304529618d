export { localDay } from '../lib/local-day.ts';

/** The calendar day of an instant in a time zone, usually that of the brokerage; today by default. */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}

/** The time of an instant in a time zone, `15:00`; now by default. */
export function timeIn(timeZone: string, at: Date = new Date()): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return time.format(at);
}
