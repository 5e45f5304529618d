const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** 'Nov 24, 2026, 8:15:07 AM', in the reader's time zone. */
export function secondText(instant: string): string {
  return SECOND.format(new Date(instant));
}

/** The full value of an audit log entry. */
export function fullValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
