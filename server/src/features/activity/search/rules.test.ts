import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseItems, parseSearchTerms } from './rules.ts';

describe('parsing a query', () => {
  it.each([
    ['  Ana   Diaz ', ['%ana%', '%diaz%'], false],
    ['diaz, ana', ['%diaz%', '%ana%'], false],
    ['li w', ['% li%', '% w%'], true],
    ['id-c', ['% id%', '% c%'], true],
    ['100%_\\', ['%100\\%\\_\\\\%'], false],
    ['--', [], true],
  ])('%j: the patterns %j', (text, patterns, isShort) => {
    expect(parseSearchTerms(text)?.words).toEqual({ patterns, isShort });
  });

  it('a phone number is its digits, however short its parts are', () => {
    expect(parseSearchTerms('(305) 55-01')?.phones).toEqual({ patterns: ['%3055501%'], isShort: false });
    expect(parseSearchTerms('30 55')).toMatchObject({
      phones: { patterns: ['%3055%'], isShort: false },
      words: { patterns: ['% 30%', '% 55%'], isShort: true },
    });
  });

  it('matches names that start with it, with and without its accents, the last word as the first name too', () => {
    expect(parseSearchTerms('Muñoz Ana')?.lastNames).toEqual([
      { from: 'munoz ana', to: 'munoz ana\uffff' },
      { from: 'munoz\tana', to: 'munoz\tana\uffff' },
    ]);
    expect(parseSearchTerms('Diaz, Ana')?.lastNames[0]?.from).toBe('diaz ana');
  });

  it('a number may be that of an invoice', () => {
    expect(parseSearchTerms('1001')?.invoiceNumbers).toEqual(['1001', 'INV-1001']);
    expect(parseSearchTerms('inv-1001')?.invoiceNumbers).toEqual(['INV-1001']);
  });

  it.each(['a', '', ' \t', '\u200b\u200b', '\u202e\u0007x'])('%j has too few visible characters', (text) => {
    expect(parseSearchTerms(text)).toBeNull();
  });

  it('wildcards in the text are escaped in the patterns', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const pattern of parseSearchTerms(text)?.words.patterns ?? []) {
          const inner = pattern.slice(1, -1).replaceAll(/\\[\\%_]/g, '');
          expect(inner).not.toMatch(/[\\%_]/);
        }
      }),
    );
  });
});

it('parses recent items by kind and number', () => {
  expect(parseItems('client.7,invoice.12')).toEqual([
    { kind: 'client', id: 7 },
    { kind: 'invoice', id: 12 },
  ]);
});
