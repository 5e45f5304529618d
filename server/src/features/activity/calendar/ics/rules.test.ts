import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarText, escapeText, foldLine } from './rules.ts';

/** Texts that make line folding hard: every script, special characters, line endings, split surrogate pairs. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.constantFrom('\\', ';', ',', '\n', '\r', '\t', ':', '"', 'é', '漢', '👩‍👩‍👧', 'a', ' '), {
      maxLength: 200,
    })
    .map((parts) => parts.join('')),
);

const unfold = (text: string) => text.replaceAll(/\r\n[ \t]/g, '');
const unescapeText = (value: string) =>
  value.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));
const octets = (text: string) => Buffer.byteLength(text, 'utf8');

describe('a folded line', () => {
  it('unfolds to the original line, and no part is longer than 75 octets', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = `SUMMARY:${escapeText(text)}`;
        const folded = foldLine(line);
        expect(unfold(folded)).toBe(line);
        for (const part of folded.split('\r\n')) {
          expect(octets(part)).toBeLessThanOrEqual(75);
          // A character that was cut in two is in neither part.
          expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['a'.repeat(75), 1],
    ['a'.repeat(76), 2],
    [`${'a'.repeat(74)}é`, 2],
    ['漢'.repeat(25), 1],
    ['漢'.repeat(26), 2],
    ['', 1],
  ])('the line %s is folded into %i parts', (line, parts) => {
    expect(foldLine(line).split('\r\n')).toHaveLength(parts);
  });
});

describe('an escaped text', () => {
  it('unescapes to the original text, except for characters that calendars do not allow', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = escapeText(text);
        expect(value).not.toMatch(/[\r\n]/);
        expect(value.replaceAll(/\\./g, '')).not.toMatch(/[;,\\]/);
        const expected = text
          .toWellFormed()
          .replaceAll(/\r\n|\r/g, '\n')
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
          .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
        expect(unescapeText(value)).toBe(expected);
      }),
    );
  });

  it.each([
    ['Call, then mail; or C:\\x', 'Call\\, then mail\\; or C:\\\\x'],
    ['one\r\ntwo\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['a\u0000b\u001bc\u007f', 'abc'],
  ])('%j is written as %j', (text, written) => {
    expect(escapeText(text)).toBe(written);
  });
});

describe('a calendar', () => {
  const event = {
    uid: 'x1',
    changedAt: new Date('2026-11-20T15:00:00.789Z'),
    day: '2026-12-31',
    startsAt: null,
    summary: 'Follow up: A.R.',
    url: 'https://portal.example/crm/clients/1?a=1,2;3',
  };

  it('ends all-day events on the following day, and writes times in UTC', () => {
    const text = calendarText({
      name: 'Ledger, Line; & Sons',
      timeZone: 'America/New_York',
      events: [event, { ...event, uid: 'x2', startsAt: new Date('2026-12-31T20:00:00Z') }],
    });
    expect(text.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Ledgerline//Calendar feed//EN',
      'CALSCALE:GREGORIAN',
      'X-WR-CALNAME:Ledger\\, Line\\; & Sons',
      'X-WR-TIMEZONE:America/New_York',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VTIMEZONE',
      'TZID:UTC',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:x1',
      'DTSTAMP:20261120T150000Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Follow up: A.R.',
      'URL:https://portal.example/crm/clients/1?a=1,2;3',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:x2',
      'DTSTAMP:20261120T150000Z',
      'DTSTART:20261231T200000Z',
      'DURATION:PT30M',
      'SUMMARY:Follow up: A.R.',
      'URL:https://portal.example/crm/clients/1?a=1,2;3',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('keeps every event one event, whatever its text contains', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), (summaries) => {
        const events = summaries.map((summary, at) => ({ ...event, uid: `x${at}`, summary }));
        const lines = unfold(calendarText({ name: 'x', timeZone: 'UTC', events })).split('\r\n');
        const count = (line: string) => lines.filter((one) => one === line).length;
        expect([count('BEGIN:VEVENT'), count('END:VEVENT')]).toEqual([events.length, events.length]);
        expect(lines.filter((line) => line.startsWith('SUMMARY:'))).toHaveLength(events.length);
      }),
    );
  });
});
