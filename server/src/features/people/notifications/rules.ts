import { DIGEST_HOUR } from '@ledgerline/contract/notifications/kinds';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Made once for each time zone: that takes longer than all the rest. */
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

/** What the clocks of a time zone show, as if they were those of UTC; in milliseconds. */
function wallMs(instant: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The instant at which the clocks of a zone show a time; one that they skip, an hour later. */
function instantOf(wall: number, timeZone: string): Date {
  const before = wallMs(new Date(wall), timeZone) - wall;
  const guess = wall - before;
  return new Date(guess - (wallMs(new Date(guess), timeZone) - wall));
}

/** A morning's digest: the brokerage's day, 'YYYY-MM-DD', and the instant up to which it tells. */
export interface Morning {
  day: string;
  at: Date;
}

/** The last time that it was 8 in the morning at the brokerage; what came since waits for the next. */
export function lastMorning(now: Date, timeZone: string): Morning {
  const today = new Date(wallMs(now, timeZone)).toISOString().slice(0, 10);
  const morning = morningOf(today, timeZone);
  if (morning.at <= now) return morning;
  return morningOf(new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10), timeZone);
}

function morningOf(day: string, timeZone: string): Morning {
  return { day, at: instantOf(Date.parse(`${day}T00:00:00Z`) + DIGEST_HOUR * HOUR_MS, timeZone) };
}

/**
 * Who is told: the one whom it concerns; where there is none, those who run the brokerage. Nobody is told of what he did
 * himself, and then nobody else is told in his place.
 */
export function receiversOf(
  { to, by }: { to: number | null; by: number | null },
  owners: readonly number[],
): number[] {
  return (to === null ? owners : [to]).filter((id) => id !== by);
}
