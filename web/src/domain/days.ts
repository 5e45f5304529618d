const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** 'Nov 23, 2026', in the reader's time zone */
export function dayText(instant: string): string {
  return DAY.format(new Date(instant));
}

/** 'Nov 23, 2026, 8:15 AM' */
export function momentText(instant: string): string {
  return MOMENT.format(new Date(instant));
}

const WEEKDAY_MOMENT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** 'Tue, Nov 24, 9:00 AM', for dates in the near future */
export function weekdayMomentText(instant: string): string {
  return WEEKDAY_MOMENT.format(new Date(instant));
}
