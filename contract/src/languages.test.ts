import { describe, expect, it } from 'vitest';
import { preferredLanguage } from './languages.ts';

describe('the language a form opens in', () => {
  it.each([
    ['English', 'en'],
    ['Spanish', 'es'],
    [' portuguese ', 'pt'],
    ['Creole', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('for a client who prefers %j is %s', (pref_lang, language) => {
    expect(preferredLanguage(pref_lang)).toBe(language);
  });
});
