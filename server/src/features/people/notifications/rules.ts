import { DIGEST_HOUR } from '@ledgerline/contract/notifications/kinds';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Cached per time zone, because creating one is the most expensive step. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const [day, time] = [
    { year: 'numeric', month: 'numeric', day: 'numeric' },
    { hour: 'numeric', minute: 'numeric', second: 'numeric' },
  ] as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...day, ...time });
  formats.set(timeZone, format);
  return format;
}

/** The wall-clock time in a time zone as if it were UTC, in milliseconds. */
function wallMs(instant: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The instant of a wall-clock time in a zone; a time skipped by a clock change is an hour later. */
function instantOf(wall: number, timeZone: string): Date {
  const before = wallMs(new Date(wall), timeZone) - wall;
  const guess = wall - before;
  return new Date(guess - (wallMs(new Date(guess), timeZone) - wall));
}

/** A morning's digest: the brokerage's day, 'YYYY-MM-DD', and the instant up to which it reports. */
export interface DigestDay {
  day: string;
  at: Date;
}

/** The last time it was 8 AM at the brokerage; later notifications wait for the next digest. */
export function lastDigestDay(now: Date, timeZone: string): DigestDay {
  const today = new Date(wallMs(now, timeZone)).toISOString().slice(0, 10);
  const digestDay = digestDayOf(today, timeZone);
  if (digestDay.at <= now) return digestDay;
  return digestDayOf(new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10), timeZone);
}

function digestDayOf(day: string, timeZone: string): DigestDay {
  return { day, at: instantOf(Date.parse(`${day}T00:00:00Z`) + DIGEST_HOUR * HOUR_MS, timeZone) };
}

/**
 * Who is notified: the agent whom it concerns, or the owners if there is none. Agents are never notified of
 * their own actions, and no one else is notified instead.
 */
export function receiversOf(
  { to, by }: { to: number | null; by: number | null },
  owners: readonly number[],
): number[] {
  return (to === null ? owners : [to]).filter((id) => id !== by);
}
