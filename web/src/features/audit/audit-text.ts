/** 'Nov 24, 2026, 8:15:07 AM EST': in the time zone of the brokerage, like the days of the filter and the times in a sentence. */
export function secondText(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(
    new Date(instant),
  );
}

/** The full value of an audit log entry. */
export function fullValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
