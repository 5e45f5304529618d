import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { es } from './es.ts';
import { browserLanguage } from './language.tsx';
import { pt } from './pt.ts';
import { momentIn, textIn } from './texts.ts';

const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

describe('the texts of the public pages', () => {
  it('have the same placeholders in every language', () => {
    for (const [key, text] of Object.entries(en)) {
      expect([key, holes(es[key as keyof typeof en])]).toEqual([key, holes(text)]);
      expect([key, holes(pt[key as keyof typeof en])]).toEqual([key, holes(text)]);
    }
  });

  it('fill placeholders and end a sentence once', () => {
    expect(textIn('en', 'step', { step: 2, total: 6 })).toBe('Step 2 of 6');
    const date = momentIn('es', '2026-11-27T06:15:00Z');
    expect(textIn('es', 'savedUntil', { date })).not.toContain('..');
  });

  it('keep the specification’s words in English', () => {
    expect(en.expiredTitle).toBe('Link has expired. Please generate a new one.');
    expect(en.invalidTitle).toBe('Invalid or expired secure token.');
    expect(en.sourceTitle).toBe('Form Source Not Configured');
  });
});

describe('the language of a page', () => {
  it.each([
    [['pt-BR', 'en'], 'pt'],
    [['fr-CA', 'es-MX'], 'es'],
    [['de'], 'en'],
    [[], 'en'],
  ] as const)('of a browser that wants %j is %s', (wanted, language) => {
    expect(browserLanguage(wanted)).toBe(language);
  });
});
