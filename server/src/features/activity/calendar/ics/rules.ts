import { todayHorizon } from '@ledgerline/contract/rules';

/** One event of a calendar file. */
export interface CalendarEvent {
  /** Constant for the same item, and globally unique. */
  uid: string;
  /** When its content last changed. */
  changedAt: Date;
  /** 'YYYY-MM-DD', for an all-day event. */
  day: string;
  /** null: it has no time and lasts all day. */
  startsAt: Date | null;
  summary: string;
  /** The URL where it can be worked on. */
  url: string;
}

/** The displayed length of an event with a time; the time is when to start, not how long it takes. */
const MINUTES = 30;
/** The maximum length of a line, without its line ending (RFC 5545, 3.1). */
const MAX_OCTETS = 75;
const LINE_END = '\r\n';

/** A calendar needs at least one component; one without events has this (RFC 5545, 3.4). */
const UTC_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/**
 * A complete iCalendar file (RFC 5545) that calendars may fetch every hour. Times are written in UTC, so that readers need no time zone
 * rules; `timeZone` is the zone they refer to, for readers that show it.
 */
export function calendarText(calendar: {
  name: string;
  timeZone: string;
  events: readonly CalendarEvent[];
}): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ledgerline//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(calendar.name)}`,
    `X-WR-TIMEZONE:${escapeText(calendar.timeZone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...UTC_ZONE,
    ...calendar.events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => foldLine(line) + LINE_END).join('');
}

function eventLines({ uid, changedAt, day, startsAt, summary, url }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${instantText(changedAt)}`,
    ...(startsAt
      ? [`DTSTART:${instantText(startsAt)}`, `DURATION:PT${MINUTES}M`]
      : [`DTSTART;VALUE=DATE:${dayText(day)}`, `DTEND;VALUE=DATE:${dayText(dayAfter(day))}`]),
    `SUMMARY:${escapeText(summary)}`,
    // A URL is not a text value: nothing in it is escaped.
    `URL:${url}`,
    // A reminder does not make the agent busy for meetings.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** '20261124T150000Z' */
const instantText = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const dayText = (day: string): string => day.replaceAll('-', '');

/** Calendars disagree about an all-day event without an end; the end is exclusive. */
const dayAfter = (day: string): string => todayHorizon(day, 1);

/** A text as a value (RFC 5545, 3.3.11): line breaks in it are escaped, and characters that calendars do not allow are removed. */
export function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replace(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

/** A line in parts of at most 75 octets, each but the first after a space; no character is cut (RFC 5545, 3.1). */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MAX_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join(LINE_END);
}

/** Length of one character in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
