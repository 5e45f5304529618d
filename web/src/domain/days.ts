const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** 'Nov 23, 2026', where the reader sits. */
export function dayText(instant: string): string {
  return DAY.format(new Date(instant));
}

/** 'Nov 23, 2026, 8:15 AM' */
export function momentText(instant: string): string {
  return MOMENT.format(new Date(instant));
}
