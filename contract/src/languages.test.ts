import { describe, expect, it } from 'vitest';
import { filled, preferredLanguage } from './languages.ts';

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

describe('a text with values', () => {
  it.each([
    ['Until {at}.', { at: '3:00 p.m.' }, 'Until 3:00 p.m.'],
    ['Until {at}.', { at: '3:00 PM' }, 'Until 3:00 PM.'],
    ['{title} … {title}, {count}', { title: 'Wait...', count: 0 }, 'Wait... … Wait..., 0'],
    ['{kept}. {brace', {}, '{kept}. {brace'],
  ])('%s with %j is %s', (text, values, expected) => {
    expect(filled(text, values)).toBe(expected);
  });
});
