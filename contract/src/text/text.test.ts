import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { DOCUMENT_MESSAGES } from './document-text.ts';
import * as texts from './text.ts';

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** Every text with its path. */
function textsIn(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, part]) => textsIn(part, `${path}/${key}`));
}

describe.each(Object.entries({ ...texts, DOCUMENT_MESSAGES }))('%s', (_name, of) => {
  it.each(LANGUAGES)('has every text in %s, with the same placeholders', (language) => {
    const translated = new Map(textsIn(of[language]));
    for (const [path, english] of textsIn(of.en)) {
      expect(translated.get(path)?.trim(), path).toBeTruthy();
      expect(placeholders(translated.get(path) ?? ''), path).toEqual(placeholders(english));
    }
    expect(translated.size).toBe(textsIn(of.en).length);
  });
});
