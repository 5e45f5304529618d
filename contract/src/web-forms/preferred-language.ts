import type { PREFERRED_LANGUAGES } from '../rules/constants.ts';
import { LANGUAGES, type Language } from './definition.ts';

const NAMES: Record<Language, (typeof PREFERRED_LANGUAGES)[number]> = {
  en: 'English',
  es: 'Spanish',
  pt: 'Portuguese',
};

/** The language of pages, mails and papers that a client's `pref_lang` stands for; null for any other. */
export function preferredLanguage(pref_lang: unknown): Language | null {
  const wanted = String(pref_lang ?? '')
    .trim()
    .toLowerCase();
  return LANGUAGES.find((code) => NAMES[code].toLowerCase() === wanted) ?? null;
}
