import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialsOf, summaryOf, withoutClient } from './rules.ts';

const ana = { first_name: 'Ana María', last_name: 'Ruiz-Peña' };
const noClient = { first_name: null, last_name: null };

describe('the line of a calendar', () => {
  it.each([
    ['follow_up', '', ana, 'Follow up: A.R.', 'Follow up: Ana María Ruiz-Peña'],
    ['follow_up', 'Renewal', ana, 'Renewal (A.R.)', 'Renewal (Ana María Ruiz-Peña)'],
    ['follow_up', '', noClient, 'Follow up', 'Follow up'],
    ['task', 'Call Ana tomorrow', ana, 'Call A. tomorrow (A.R.)', 'Call Ana tomorrow (Ana María Ruiz-Peña)'],
    ['task', 'Order brochures', noClient, 'Order brochures', 'Order brochures'],
    ['task', 'Quote', { first_name: ' ', last_name: 'o’neil' }, 'Quote (O.)', 'Quote (o’neil)'],
  ] as const)('%s, “%s”', (kind, title, client, initials, name) => {
    expect(summaryOf({ kind, title, ...client }, false)).toBe(initials);
    expect(summaryOf({ kind, title, ...client }, true)).toBe(name);
  });

  it.each([
    [ana, 'A.R.'],
    [{ first_name: 'élodie', last_name: null }, 'É.'],
    [{ first_name: '𝒜da', last_name: 'x' }, '𝒜.X.'],
    [noClient, ''],
  ])('has the first letters of both names: %j', (client, initials) => {
    expect(initialsOf(client)).toBe(initials);
  });
});

describe('what an agent wrote', () => {
  it.each([
    ['Call ANA, or maria pena', 'Call A., or M. P.'],
    ['Ana’s plan for Anabel', 'A.’s plan for Anabel'],
    ['Call (305) 555-0100 about 2027', 'Call (… about 2027'],
    ['SSN 123-45-6789, born 04/12/1961', 'SSN …, born …'],
    ['New card 1EG4-TE5-MK73, before 1eg4te5mk72', 'New card …, before …'],
    ['Card 1EG4 TE5 MK73 of plan H1234-AB567', 'Card … of plan …'],
    ['Form 1095-A, Q4 2026, 3pm, plan G-2026', 'Form 1095-A, Q4 2026, 3pm, plan G-2026'],
    ['Mail ana.ruiz@example.com today', 'Mail … today'],
    ['Invoice 10482, 25 % off', 'Invoice 10482, 25 % off'],
  ])('%s', (title, summary) => {
    expect(withoutClient(title, ana)).toBe(summary);
  });

  it('contains no word of the client’s name, no email address and no long number, wherever they appear', () => {
    const name = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{2,12}( [A-Za-zÀ-ÖØ-öø-ÿ]{2,12})?$/);
    const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    const between = fc.constantFrom(' ', ', ', ' – ', '/', '’s ', ': ');
    const words = fc.array(
      fc.tuple(fc.constantFrom('first', 'last', 'mail', 'phone', 'call', 'now'), between),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(name, name, words, fc.boolean(), (first_name, last_name, parts, isUpperCase) => {
        const values = new Map([
          ['first', first_name],
          ['last', last_name],
          ['mail', 'someone@example.com'],
          ['phone', '(305) 555-0100'],
        ]);
        const written = parts.map(([word, sign]) => `${values.get(word) ?? word}${sign}`).join('');
        const summary = withoutClient(isUpperCase ? written.toUpperCase() : written, {
          first_name,
          last_name,
        });
        const left = new Set(plain(summary).match(/\p{L}+/gu) ?? []);
        for (const word of `${first_name} ${last_name}`.split(' ')) {
          // “call” and “now” are kept unless they are part of the client’s name.
          expect(left.has(plain(word))).toBe(false);
        }
        expect(summary).not.toMatch(/@|555|0100/);
      }),
    );
  });
});
