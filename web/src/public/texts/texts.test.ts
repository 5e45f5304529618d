import { LANGUAGES, writtenMoment } from '@ledgerline/contract/languages';
import { describe, expect, it } from 'vitest';
import { browserLanguage } from './language.tsx';
import { texts as en } from './messages/en.ts';
import type { TextKey } from './text-key.ts';
import { textIn } from './texts.ts';

const placeholders = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort();
const keys = Object.keys(en) as TextKey[];

describe('the texts of the public pages', () => {
  it.each(LANGUAGES)('exist in %s, with the same placeholders', (language) => {
    for (const key of keys) {
      const text = textIn(language, key);
      expect(text, key).toBeTruthy();
      expect(placeholders(text), key).toEqual(placeholders(en[key]));
    }
  });

  it('fill placeholders and end sentences with one period', () => {
    expect(textIn('en', 'step', { step: 2, total: 6 })).toBe('Step 2 of 6');
    const date = writtenMoment('es', '2026-11-27T06:15:00Z');
    expect(textIn('es', 'savedUntil', { date })).not.toContain('..');
  });

  it("match the specification's exact texts in English", () => {
    expect(en.expiredTitle).toBe('Link has expired. Please generate a new one.');
    expect(en.invalidTitle).toBe('Invalid or expired secure token.');
    expect(en.sourceTitle).toBe('Form Source Not Configured');
  });
});

describe('the language of a page', () => {
  it.each([
    [['pt-BR', 'en'], 'pt'],
    [['zz-ZZ', 'es-MX'], 'es'],
    [['zz'], 'en'],
    [[], 'en'],
  ] as const)('of a browser that prefers %j is %s', (wanted, language) => {
    expect(browserLanguage(wanted)).toBe(language);
  });
});
