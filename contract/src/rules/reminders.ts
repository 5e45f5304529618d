import { dayNumber, dayOfNumber, isoText, requireIsoDay } from './calendar.ts';
import { EMAIL_NOT_CONNECTED } from './email.ts';

/** No reminders are sent from 9 PM to 9 AM in the client's time zone. */
const REMINDERS_FROM_HOUR = 9;
const REMINDERS_UNTIL_HOUR = 21;

/** For an unpaid invoice: days before (negative) or after its due date. */
export const INVOICE_REMINDER_DAYS: readonly number[] = [-3, 0, 3, 10];

/** Reminders overdue by more than this many days are not sent: the server was down, or settings were enabled late. */
const CATCH_UP_DAYS = 7;

/** How often a client is reminded of forms and signatures: days until the first, days between two, maximum number. */
export interface ReminderPlan {
  first_days: number;
  every_days: number;
  most: number;
}

/** Defaults until owners change them. */
export const DEFAULT_REMINDER_PLAN: ReminderPlan = { first_days: 2, every_days: 3, most: 4 };
export const MAX_REMINDER_DAYS = 30;
export const MAX_REMINDERS = 10;

/** Reminder settings of a template: the brokerage's, none, or its own numbers (each null means the brokerage's). */
export const REMINDER_MODES = ['default', 'off', 'own'] as const;
export type ReminderMode = (typeof REMINDER_MODES)[number];

/** Whether clients are reminded of a form: its template decides, or leaves it to the brokerage; null is the default. */
export function isFormReminded(
  mode: ReminderMode | null,
  { reminders_on }: { reminders_on: boolean },
): boolean {
  return mode === 'own' || (mode !== 'off' && reminders_on);
}

export const REMINDER_STATES = ['none', 'active', 'paused', 'stopped'] as const;

/** Why no reminder will be sent, as shown to agents. */
export const REMINDER_REASONS = {
  not_mailed: 'It wasn’t emailed to the client from here, so there is nothing to remind them about.',
  off: 'Reminders are switched off.',
  not_connected: EMAIL_NOT_CONNECTED,
  no_public_url: 'The portal’s public address is not set, so links in reminders would not work.',
  inactive: 'The client is inactive.',
  advisor_first: 'The advisor has to sign first.',
  no_due_date: 'The invoice has no due date.',
  changed: 'The invoice has changed since it was sent. Please send it again.',
  refunded: 'A payment was refunded since the invoice was sent. Please send it again.',
  no_pay_page: 'The invoice has no payment page at the moment.',
  address_changed: 'The client’s email address has changed since it was sent. Please send it again.',
  payment_pending: 'A payment is being processed.',
  done: 'The client has finished their part.',
  voided: 'It was voided.',
  declined: 'The client declined.',
  expired: 'The link expired.',
  taken_back: 'The link was revoked.',
  newer_link: 'There is a newer link.',
  paid: 'The invoice was paid.',
  bounced: 'The email was rejected: the address does not work.',
  used_up: 'No reminders are left.',
  agent: 'Stopped by an agent.',
} as const;
export type ReminderReason = keyof typeof REMINDER_REASONS;

/** The days of all reminders of a plan, counted from the day the link was emailed. */
export function planDays({ first_days, every_days, most }: ReminderPlan): number[] {
  return Array.from({ length: most }, (_, n) => first_days + n * every_days);
}

/** The state that determines the next reminder of a series. Days are 'YYYY-MM-DD' in the client's time zone. */
export interface ReminderState {
  /** What `days` are counted from: the day of the first email; for an invoice, its due date. */
  base: string;
  days: readonly number[];
  /** The day of the first email: reminders due before it are never sent. */
  since: string;
  /** Minimum number of days between two reminders of the series. */
  gap: number;
  /** Reminders that were sent, or are about to be. */
  sent: readonly { number: number; day: string }[];
  /** Days on which the client gets another email. */
  busy: readonly string[];
  now: Date;
  zone: string;
}

/**
 * The next reminder of a series: its number, from 1, and the instant from which it may be sent, `now` when it is due; null when none is
 * left. If several were missed, only the latest is sent, and none that is more than a week late. It skips days with another email and the quiet
 * hours. A clock that is set back sends nothing twice: numbers only increase, and each waits for its interval.
 */
export function nextReminder(state: ReminderState): { number: number; at: Date } | null {
  const { base, days, gap, sent, busy, now, zone } = state;
  const first = dayNumber(requireIsoDay(base));
  const slots = days.map((days) => first + days);
  const since = dayNumber(requireIsoDay(state.since));
  const wall = wallOf(now, zone);
  const today = dayNumber(requireIsoDay(wall.day));
  const open = wall.hour < REMINDERS_UNTIL_HOUR ? today : today + 1;
  const earliestDay = Math.max(...sent.map(({ day }) => dayNumber(requireIsoDay(day)) + gap));
  const busyDays = new Set(busy);
  const freeFrom = (day: number): number => (busyDays.has(dayText(day)) ? freeFrom(day + 1) : day);
  const isPast = (slot: number) =>
    slot <= since || freeFrom(Math.max(slot, earliestDay)) + CATCH_UP_DAYS < open;
  const last = Math.max(slots.filter(isPast).length, ...sent.map(({ number }) => number));
  const slot = slots[last];
  if (slot === undefined) return null;
  const day = freeFrom(Math.max(slot, open, earliestDay));
  const number = Math.max(last + 1, slots.filter((one) => one <= day).length);
  const isNow = day === today && wall.hour >= REMINDERS_FROM_HOUR;
  return { number, at: isNow ? now : atHour(dayText(day), REMINDERS_FROM_HOUR, zone) };
}

/** The end of the day's reminders in the client's time zone: what was not sent by then waits for another day. */
export function endOfSendingDay(now: Date, zone: string): Date {
  return atHour(wallOf(now, zone).day, REMINDERS_UNTIL_HOUR, zone);
}

/** The current day 'YYYY-MM-DD' in a time zone. */
export function dayInZone(instant: Date, zone: string): string {
  return wallOf(instant, zone).day;
}

/** A day 'YYYY-MM-DD' a number of days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayText(dayNumber(requireIsoDay(day)) + days);
}

const dayText = (number: number): string => isoText(dayOfNumber(number));

/** Cached per time zone: creating a formatter takes longer than all the rest. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The local date and time in a zone. */
function wallOf(instant: Date, zone: string): { day: string; hour: number; minute: number } {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    day: `${of('year')}-${of('month')}-${of('day')}`,
    hour: Number(of('hour')),
    minute: Number(of('minute')),
  };
}

/** The instant of a full hour of a day in a zone; an hour later if daylight saving skips it. */
function atHour(day: string, hour: number, zone: string): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  const offset = (at: number) => {
    const { day, hour, minute } = wallOf(new Date(at), zone);
    return Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * 60_000 - at;
  };
  const guess = wanted - offset(wanted);
  return new Date(wanted - offset(guess));
}
