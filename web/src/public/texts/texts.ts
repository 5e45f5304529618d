import { filled, inEveryLanguage, type Language } from '@ledgerline/contract/languages';
import type { TextKey, Texts, TextValues } from './text-key.ts';

/** One file per language. The bundler finds them, so a new language needs no change here. */
const FILES = import.meta.glob<Texts>('./messages/*.ts', { eager: true, import: 'texts' });
const TEXTS = inEveryLanguage((language) => {
  const texts = FILES[`./messages/${language}.ts`];
  if (!texts) throw new Error(`The public pages have no texts in ${language}.`);
  return texts;
});

/** One text in one language, its `{placeholders}` filled in. */
export function textIn(language: Language, key: TextKey, values?: TextValues): string {
  return filled(TEXTS[language][key], values);
}
